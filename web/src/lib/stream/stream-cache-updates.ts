import {
  CancelledError,
  type InferDataFromTag,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

type Put = () => void;
type Update<Key extends QueryKey> = (
  before: InferDataFromTag<unknown, Key> | undefined,
) => InferDataFromTag<unknown, Key> | undefined;

/** The updates pushed while an answer is pending, oldest first. */
interface Held {
  answer: Promise<unknown>;
  puts: Put[];
}

const held = new WeakMap<Query, Held>();

/**
 * Applies a pushed update to the cached data, and again to a pending answer, which may be older. Refetching instead
 * would never end where devices push faster than a slow line answers. An update pushed after that answer was made
 * arrives later and is applied again. A stream that missed updates refetches all data, which drops the held updates.
 *
 * `update` returns undefined if the update needs cached data and there is none.
 */
export function applyPushedUpdate<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  update: Update<Key>,
): void {
  const put = () => putQuietly(queryClient, queryKey, update);
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  const answer = query?.promise;
  if (!query || !answer || query.state.fetchStatus !== 'fetching') return put();
  hold(query, answer, put);
  // A part alone would be taken for all there is.
  if (query.state.data !== undefined) put();
}

/** Updates a part of an answer without making the rest fresher or valid. */
function putQuietly<Key extends QueryKey>(queryClient: QueryClient, queryKey: Key, update: Update<Key>): void {
  const { dataUpdatedAt = 0, isInvalidated } = queryClient.getQueryState(queryKey) ?? {};
  queryClient.setQueryData<InferDataFromTag<unknown, Key>>(queryKey, update, { updatedAt: dataUpdatedAt });
  if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

function hold(query: Query, answer: Promise<unknown>, put: Put): void {
  const before = held.get(query);
  if (before?.answer === answer) {
    before.puts.push(put);
    return;
  }
  const present: Held = { answer, puts: [put] };
  held.set(query, present);
  const putAgain = () => {
    if (held.get(query) === present) held.delete(query);
    for (const each of present.puts) each();
  };
  answer.then(putAgain, (error: unknown) => {
    // A cancelled request is followed by a refetch, which starts after the push.
    if (!(error instanceof CancelledError)) putAgain();
  });
}
