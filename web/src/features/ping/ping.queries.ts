import { api } from '#lib/api.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { cancelPing, getPingQuota, listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';

export const pingQuotaQuery = queryOptions({
  queryKey: ['ping-quota'],
  meta: { keptFor: ['user'] },
  queryFn: ({ signal }) => api.call(getPingQuota, {}, { signal }),
});

/** The ping locations of a device, newest first, and the ping that waits for it. */
export const pingsQuery = (serial: string) =>
  queryOptions({
    queryKey: ['pings', serial],
    meta: { keptFor: ['user'] },
    queryFn: ({ signal }) => api.call(listPings, { params: { serial } }, { signal }),
  });

/** Each press is a ping of its own; the id makes a repeated request the same one. */
export function sendPing(serial: string, id: string): Promise<PingOutcome> {
  return api.call(pingDevice, { params: { serial }, body: { id } });
}

export function sendCancel(id: string): Promise<PingOutcome> {
  return api.call(cancelPing, { params: { id } });
}

/** Whether this page shows that the device is waited for because of this ping. */
export function isShownWaiting(queryClient: QueryClient, serial: string, id: string): boolean {
  return queryClient.getQueryData(pingsQuery(serial).queryKey)?.waiting?.id === id;
}

/** Puts the end of a ping, or that it waits, into what is shown of its device. */
export function rememberOutcome(queryClient: QueryClient, serial: string, outcome: PingOutcome): void {
  queryClient.setQueryData(pingsQuery(serial).queryKey, (before) => before && withOutcome(before, outcome));
  void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey });
}

type Pings = AnswerOf<typeof listPings>;

/** A location comes once and first; a finished ping no longer waits. */
export function withOutcome({ locations, waiting }: Pings, outcome: PingOutcome): Pings {
  if (outcome.outcome === 'waiting') return { locations, waiting: outcome };
  const stillWaiting = waiting?.id === outcome.id ? null : waiting;
  if (outcome.outcome !== 'located') return { locations, waiting: stillWaiting };
  const others = locations.filter(({ id }) => id !== outcome.location.id);
  return { locations: [outcome.location, ...others].slice(0, pingRules.historyLength), waiting: stillWaiting };
}
