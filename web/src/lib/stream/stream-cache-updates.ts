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

/** What was pushed while an answer is under way, oldest first. */
interface Held {
  answer: Promise<unknown>;
  puts: Put[];
}

const held = new WeakMap<Query, Held>();

/**
 * Puts what was pushed into what is known, and once more into an answer that is under way: that may be older. Asking anew
 * instead would never end where devices are pushed faster than a slow line answers. What is pushed after that answer was
 * made is pushed after this too; a stream that missed some has everything asked anew, which drops what is held.
 *
 * `update` answers undefined where it needs something known and nothing is.
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

/** A part of an answer makes the rest of it no younger, and no more valid. */
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
    // It is asked for anew, after the push.
    if (!(error instanceof CancelledError)) putAgain();
  });
}
