import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { listIncidents } from '@trace/contract/panic/panic.api';
import { panicRules } from '@trace/contract/panic/panic.rules';
import type { Incident, IncidentDetails } from '@trace/contract/panic/panic.schema';
import { listStaffIncidents } from '@trace/contract/panic/staff/panic.staff.api';
import type { IncidentCalls } from './incident/panic-calls.ts';

export const panicKey = ['panic'] as const;

/** `staff`: the back office, which has endpoints of its own. */
export type PanicAudience = 'account' | 'staff';

/** The stream announces each change. These reads cover a change that happened while no stream was open. */
export const RECHECK_MS = 30 * SECOND_MS;
const RETRY_MS = 5 * SECOND_MS;

const listEndpoints = { account: listIncidents, staff: listStaffIncidents };

async function readActive(audience: PanicAudience, signal: AbortSignal, after?: string): Promise<Incident[]> {
  const query = { state: 'active', after, limit: panicRules.mostPerPage } as const;
  const { incidents, next } = await api.call(listEndpoints[audience], { query }, { signal });
  return next === null ? incidents : [...incidents, ...(await readActive(audience, signal, next))];
}

/** All incidents that are not closed, newest first. A page alone would hide the incident that has waited longest. */
export const activeIncidentsQuery = (audience: PanicAudience) =>
  queryOptions({
    queryKey: [...panicKey, 'active', audience],
    queryFn: ({ signal }) => readActive(audience, signal),
    staleTime: 0,
    // The interval below retries also in a background tab, in which the retries of the library wait for the focus.
    retry: false,
    refetchOnWindowFocus: audience === 'account',
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return RETRY_MS;
      return state.data?.length ? RECHECK_MS : false;
    },
    refetchIntervalInBackground: true,
  });

/** The closed incidents, newest first. */
export const pastIncidentsQuery = (audience: PanicAudience) =>
  infiniteQueryOptions({
    queryKey: [...panicKey, 'past', audience],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listEndpoints[audience], { query: { state: 'closed', after, limit: panicRules.pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** An incident with its positions, so the cache forgets the incident with the page. */
export const incidentQuery = (calls: IncidentCalls) =>
  queryOptions<IncidentDetails>({
    queryKey: [...panicKey, 'incident', calls.key],
    queryFn: ({ signal }) => calls.read(signal),
    staleTime: 0,
    gcTime: 0,
    ...(calls.everyMs !== null && { retry: false }),
    refetchInterval: ({ state }) => (state.data?.closed ? false : (calls.everyMs ?? RECHECK_MS)),
    refetchIntervalInBackground: true,
  });
