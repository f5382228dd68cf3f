import type {
  Ring,
  Rollout,
  RolloutDevice,
  RolloutSettings,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { RingCounts } from './firmware.rings.rules.ts';
import type { RolloutDeviceRow } from './firmware.rollout-devices.store.ts';
import type { RolloutRow } from './firmware.rollouts.store.ts';

const nothing: RingCounts = { total: 0, waiting: 0, underWay: 0, done: 0, failed: 0, cancelled: 0 };

/** The rings of a rollout with their counts, by the number of the ring. */
export function presentRings(
  {
    rings,
    ring,
    ringTotals,
    state,
    joinedAt,
  }: Pick<RolloutRow, 'rings' | 'ring' | 'ringTotals' | 'state' | 'joinedAt'>,
  counts: ReadonlyMap<number, RingCounts>,
): Ring[] {
  return rings.map((percent, index) => {
    const number = index + 1;
    // The devices of a ring that has just opened are not stored yet.
    const isStored = number < ring || (number === ring && joinedAt !== null);
    const { total, waiting, underWay, done, failed, cancelled } = counts.get(number) ?? nothing;
    return {
      ...{ number, percent, waiting, underWay, done, failed, cancelled },
      state: stateOf(number, ring, state === 'done'),
      total: isStored ? total : Math.max(total, ringTotals[index] ?? 0),
    };
  });
}

function stateOf(number: number, open: number, isDone: boolean): Ring['state'] {
  if (number > open) return 'not_started';
  return number < open || isDone ? 'done' : 'open';
}

export const presentRollout = (
  row: RolloutRow,
  settings: RolloutSettings,
  counts: ReadonlyMap<number, RingCounts>,
  startedBy: string | null,
): Rollout => ({
  id: row.id,
  releaseId: row.releaseId,
  version: row.version,
  model: row.model,
  channel: row.channel,
  targetKind: row.targetKind,
  state: row.state,
  startedAt: row.startedAt.toISOString(),
  startedBy,
  endedAt: row.endedAt?.toISOString() ?? null,
  halt: row.halt,
  settings,
  rings: presentRings(row, counts),
  revision: row.revision,
});

export function presentDevice(row: RolloutDeviceRow): RolloutDevice {
  const isRunning = row.rolloutState === 'running' || row.rolloutState === 'done';
  return {
    serialNumber: row.serial,
    name: row.nickname ?? `Device ${row.serial}`,
    ring: row.ring,
    state: row.state,
    progressPct: row.progressPct,
    waitingFor: row.state !== 'waiting' || isRunning ? row.waitingFor : 'not_running',
    failure: row.failure,
    detail: row.detail,
    fromVersion: row.fromVersion,
    currentVersion: row.currentVersion,
    tries: row.tries,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    changedAt: row.changedAt.toISOString(),
  };
}
