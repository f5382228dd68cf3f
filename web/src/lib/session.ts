import { getSession } from '@trace/contract/auth/auth.api';
import type { Person } from '@trace/contract/auth/auth.schema';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { Role } from '@trace/contract/kernel/roles';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { paths } from './paths.ts';

const sessionKey = ['session'] as const;

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => api.call(getSession, {}, { signal }),
  staleTime: statusPolling.sessionCacheMs,
});

export type Session =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retry: () => void }
  | { state: 'signed-out' }
  | { state: 'signed-in'; person: Person };

/** Who uses this page. A session that was known stays known while it is asked for again. */
export function useSession(): Session {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data?.person) return { state: 'signed-in', person: data.person };
  if (data) return { state: 'signed-out' };
  if (error) return { state: 'failed', error, retry: () => void refetch() };
  return { state: 'loading' };
}

/** The person on pages that a gate protects. */
export function usePerson(): Person {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('This part of the page needs somebody who is signed in.');
  return session.person;
}

/** Makes `person`, or nobody, the one who uses this page; what was loaded for somebody else is dropped. */
export function replaceSession(queryClient: QueryClient, person: Person | null): void {
  queryClient.setQueryData(sessionKey, { person });
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
}

const homes: Record<Role, string | null> = { user: paths.user, installer: paths.installer, staff: null };

/** The area of a role, or null while this portal has none for it. */
export function homeOf(role: Role): string | null {
  return homes[role];
}
