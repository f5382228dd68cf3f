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

const EARTH_M = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The distance of two places in metres, along the sphere. */
export function distanceM(one: Place, other: Place): number {
  const lat = radians(other.lat - one.lat);
  const lng = radians(other.lng - one.lng);
  const a = Math.sin(lat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** A line of the timeline for each so many metres, so that a drive does not fill the timeline. */
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
  return isFirstFresh || distanceM(last, position) >= STEP_M;
}
