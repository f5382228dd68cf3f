import { metresBetween, type Place } from '@trace/contract/kernel/distance';
import type { LastAssignment } from '#features/devices/devices.port';

/**
 * Since when positions of a device belong to an incident, or null when another person is or was the next user: the
 * positions of a next user are nobody else's (law 6). An assignment that ended in the middle of an emergency does not
 * hide the device from the helpers.
 */
export function wornSince(
  { userId, visibleSince }: { readonly userId: string | null; readonly visibleSince: Date },
  last: LastAssignment | undefined,
): Date | null {
  if (last === undefined) return visibleSince;
  if (last.accountId === userId) return laterOf(visibleSince, last.from);
  return userId === null && last.until !== null ? laterOf(visibleSince, last.until) : null;
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** A drive gets a line of the timeline per so many metres, so that the drive does not fill the timeline. */
const STEP_M = 200;

/** Whether a position deserves a line in the timeline: the first, the first fresh one, and each 200 m after that. */
export function isWorthStep(
  position: Place & { readonly at: Date },
  before: readonly (Place & { readonly at: Date })[],
  openedAt: Date,
): boolean {
  const [last] = before;
  if (last === undefined) return true;
  const isFirstFresh = position.at >= openedAt && before.every(({ at }) => at < openedAt);
  return isFirstFresh || metresBetween(last, position) >= STEP_M;
}
