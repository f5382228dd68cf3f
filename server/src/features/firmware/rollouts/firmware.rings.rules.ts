import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import type { RolloutSettings, RolloutTarget } from '@trace/contract/firmware/staff/firmware.staff.schema';

/** The upper ends of the rings in percent of all devices, ascending. */
export function ringsOf(target: RolloutTarget): number[] {
  if (target.kind === 'devices') return [100];
  const percent = target.kind === 'all' ? 100 : target.percent;
  return [...firmwareRules.rings.filter((end) => end < percent), percent];
}

/** The number of the ring, from 1. Null: beyond the last ring. */
export function ringOf(percentile: number, rings: readonly number[]): number | null {
  const index = rings.findIndex((end) => end > percentile);
  return index === -1 ? null : index + 1;
}

export interface RingCounts {
  readonly total: number;
  readonly waiting: number;
  readonly underWay: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** Below the minimum sample, failures are a share of the sample, or of all devices of a smaller ring. */
export function isOverLimit(
  ring: RingCounts,
  { failureLimitPct, minimumSample }: Pick<RolloutSettings, 'failureLimitPct' | 'minimumSample'>,
): boolean {
  if (ring.failed === 0) return false;
  const base = Math.max(ring.done + ring.failed, Math.min(minimumSample, ring.total));
  return (ring.failed / base) * 100 > failureLimitPct;
}

/** A ring without devices opens the next one at once. Cancelled updates do not count. */
export function isRingDone(ring: RingCounts): boolean {
  return ring.done * 100 >= (ring.total - ring.cancelled) * firmwareRules.nextRingAtPct;
}

/** All updates of a rollout have ended. */
export const hasEnded = (all: readonly RingCounts[]): boolean =>
  all.every(({ waiting, underWay }) => waiting === 0 && underWay === 0);
