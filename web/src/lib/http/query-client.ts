import { readOffline } from '#lib/offline/offline.ts';
import { MutationCache, QueryCache, QueryClient, type Query, type QueryFunctionContext } from '@tanstack/react-query';
import { ApiError } from '@trace/contract/kernel/client';

const MOST_RETRIES = 2;
const FRESH_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isFailureShownInPlace`: the component shows the failure itself, so no toast is shown. */
    mutationMeta: { isFailureShownInPlace?: boolean };
  }
}

interface FailurePath {
  /** The session has ended: the sign-in screen takes the page's place. */
  onSignedOut: () => void;
  /** An action failed and no component shows the failure. */
  onActionFailed: (error: Error) => void;
}

/**
 * TanStack Query ignores an invalidation during the first fetch of a query, so the query is fetched again. Otherwise
 * the first answer would hide a newer stream event.
 */
function refetchWhenInvalidatedEarly(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || !isOnFirstFetch(event.query)) return;
    void client.resetQueries({ type: 'active', predicate: (query) => query === event.query });
  });
}

const isOnFirstFetch = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching';

/** Creates the only cache of server data and the only failure path of calls. */
export function createQueryClient({ onSignedOut, onActionFailed }: FailurePath): QueryClient {
  const endSession = (error: Error): boolean => {
    if (!isSignedOut(error)) return false;
    onSignedOut();
    return true;
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (endSession(error) || mutation.meta?.isFailureShownInPlace) return;
        onActionFailed(error);
      },
    }),
    defaultOptions: {
      // Without a network a call fails at once with an error, and the cached data stays (PWA-01).
      queries: {
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: fetchOrRestore,
      },
      // Only the user decides to press a button twice: a command may have arrived although its answer did not. A
      // command pressed without a network must not be sent automatically an hour later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  refetchWhenInvalidatedEarly(client);
  return client;
}

/** A page that was visited before shows its saved data at once when no server answers (PWA-02). */
async function fetchOrRestore<Data>(
  fetchData: (context: QueryFunctionContext) => Data | Promise<Data>,
  context: QueryFunctionContext,
  query: Query,
): Promise<Data> {
  try {
    return await fetchData(context);
  } catch (error) {
    if (!query.meta?.offlineRoles || query.state.data !== undefined || !isUnanswered(error)) throw error;
    const { restoreQuery } = await import('#lib/offline/offline-restore.ts');
    const saved = (await restoreQuery(context.client, query).catch(() => undefined)) as Data | undefined;
    if (saved === undefined) throw error;
    return saved;
  }
}

/** Neither the server nor its refusal: no network, or a proxy without a server behind it. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal === null && (error.status === 0 || error.status > 500);

/** Network trouble and server faults are temporary. A refusal is final. While offline, a retry only delays the words. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES || readOffline() !== null) return false;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** A wrong password is a 401 too, and no end of a session. */
function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.refusal?.code === 'unauthenticated';
}
