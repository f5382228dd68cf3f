import {
  MutationCache,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
} from '@tanstack/react-query';
import { ApiError } from '@trace/contract/kernel/client';

const MOST_RETRIES = 2;
const FRESH_MS = 30_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isFailureShownInPlace`: the component tells the failure itself, so the common path stays silent. */
    mutationMeta: { isFailureShownInPlace?: boolean };
  }
}

interface FailurePath {
  /** The session has ended: the sign-in screen takes the page's place. */
  onSignedOut: () => void;
  /** An action failed and nobody else says so. */
  onActionFailed: (error: Error) => void;
}

/**
 * Left alone, the library lets what is on its way for the first time arrive, and then holds it for valid: the answer to a
 * page would hide what its stream has just told.
 */
class RefetchingQueryClient extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const matched = new Set(this.getQueryCache().findAll(filters));
    void this.resetQueries({ type: 'active', predicate: (query) => matched.has(query) && isOnFirstWay(query) });
    return super.invalidateQueries(filters, options);
  }
}

const isOnFirstWay = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching';

/** The one cache of what the server said, and the one path that a failed call takes. */
export function createQueryClient({ onSignedOut, onActionFailed }: FailurePath): QueryClient {
  const endSession = (error: Error): boolean => {
    if (!isSignedOut(error)) return false;
    onSignedOut();
    return true;
  };
  return new RefetchingQueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (endSession(error) || mutation.meta?.isFailureShownInPlace) return;
        onActionFailed(error);
      },
    }),
    defaultOptions: {
      // Without a network a call fails at once and says so; what was known stays (PWA-01).
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode: 'always', refetchOnReconnect: true },
      // Pressing a button twice is for the person to decide: a command may have arrived although its answer did not, and
      // one that was pressed without a network is not to go out by itself an hour later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Only trouble on the way or inside the server passes by itself; a refusal stays a refusal. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES) return false;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** A wrong password is a 401 too, and no end of a session. */
function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.refusal?.code === 'unauthenticated';
}
