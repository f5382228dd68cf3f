import { api } from '#lib/http/api.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { cancelPing, getPingQuota, listOwnPings, listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';

export const pingQuotaQuery = queryOptions({
  queryKey: ['ping-quota'],
  meta: { offlineRoles: ['user'], showsOwnAge: true },
  queryFn: ({ signal }) => api.call(getPingQuota, {}, { signal }),
  ...pageData,
});

/** The prefix of all ping-location query keys. */
export const pingsKey = ['pings'] as const;

/** The ping locations of a device, or of all devices of the person for null, newest first (PING-11). */
export const pingsQuery = (serial: string | null) =>
  queryOptions({
    queryKey: [...pingsKey, serial],
    meta: { offlineRoles: ['user'], showsOwnAge: true },
    queryFn: ({ signal }) =>
      serial === null
        ? api.call(listOwnPings, {}, { signal })
        : api.call(listPings, { params: { serial } }, { signal }),
  });

/** Sends a ping. Each press creates a new ping, and the id makes a repeated request idempotent. */
export function sendPing(serial: string, id: string): Promise<PingOutcome> {
  return api.call(pingDevice, { params: { serial }, body: { id } });
}

export function sendCancel(id: string): Promise<PingOutcome> {
  return api.call(cancelPing, { params: { id } });
}

/** Adds the outcome of a ping to the cached pings, of its device and of all, and reloads the quota. */
export function rememberOutcome(queryClient: QueryClient, serial: string, outcome: PingOutcome): void {
  for (const { queryKey } of [pingsQuery(serial), pingsQuery(null)])
    applyPushedUpdate(queryClient, queryKey, (before) => before && withOutcome(before, outcome));
  void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey });
}

export type PingList = AnswerOf<typeof listPings>;

/** Puts the location first and drops an older copy. */
export function withOutcome(before: PingList, outcome: PingOutcome): PingList {
  if (outcome.outcome !== 'located') return before;
  const others = before.locations.filter(({ id }) => id !== outcome.location.id);
  return { locations: [outcome.location, ...others].slice(0, pingRules.historyLength) };
}
