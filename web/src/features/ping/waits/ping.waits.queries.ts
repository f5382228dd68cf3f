import { api } from '#lib/http/api.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { getPing, listPingWaits } from '@trace/contract/ping/ping.api';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import type { PingedDevice } from '../ping-toasts.ts';

type Waits = AnswerOf<typeof listPingWaits>;

/** The person's own pings that wait for sleeping or offline devices (PING-09). The control panel uses the key too. */
export const pingWaitsQuery = queryOptions({
  queryKey: ['ping-waits'],
  meta: { offlineRoles: ['user'], showsOwnAge: true },
  queryFn: ({ signal }) => api.call(listPingWaits, {}, { signal }),
});

/** Returns the pending waits by serial. */
export function usePingWaits(): ReadonlyMap<string, PingWait> {
  return useQuery({ ...pingWaitsQuery, select: bySerial }).data ?? nothing;
}

const nothing: ReadonlyMap<string, PingWait> = new Map();
const bySerial = ({ waits }: Waits) => new Map(waits.map((wait) => [wait.serialNumber, wait]));

export function lookAtPing(id: string): Promise<PingOutcome> {
  return api.call(getPing, { params: { id } });
}

/** Returns the wait in an answer, or null when the wait has ended or never began. */
export function waitOf({ serialNumber, deviceName }: PingedDevice, outcome: PingOutcome): PingWait | null {
  if (outcome.outcome !== 'waiting') return null;
  const { id, expectedAt, endsAt } = outcome;
  return { id, serialNumber, deviceName, expectedAt, endsAt };
}

/** Shows that a device is waited for, or no longer because of this ping. */
export function rememberWait(queryClient: QueryClient, id: string, wait: PingWait | null): void {
  applyPushedUpdate(queryClient, pingWaitsQuery.queryKey, (before) => before && withWait(before, id, wait));
}

/** Each ping has at most one wait, and each device has at most one wait at a time. */
function withWait({ waits }: Waits, id: string, wait: PingWait | null): Waits {
  const others = waits.filter((each) => each.id !== id && each.serialNumber !== wait?.serialNumber);
  return { waits: wait === null ? others : [wait, ...others] };
}
