import { compareVersions, isVersion } from '../releases/firmware.versions.rules.ts';
import { ringOf } from '../rollouts/firmware.rings.rules.ts';
import type { Candidate, DeviceSide } from './firmware.people.store.ts';

/** A release that a device may get now, with the ring of the device in its rollout. */
export interface Offered extends Candidate {
  readonly deviceRing: number;
}

/**
 * Returns the highest version that a rollout allows for the device, or null when the device runs that version or a later
 * one.
 */
export function highestOffer(
  candidates: readonly Candidate[],
  device: { readonly id: number; readonly side: DeviceSide },
  /** The place of the device in the rings of a rollout, from 0 to 99. */
  percentileIn: (rolloutId: string) => number,
): Offered | null {
  const offered = candidates
    .filter((candidate) => fits(candidate, device.side) && isNewer(candidate, device.side))
    .flatMap((candidate) => {
      const deviceRing = openRingOf(candidate, device.id, percentileIn);
      return deviceRing === null ? [] : [{ ...candidate, deviceRing }];
    });
  return offered.toSorted((one, other) => compareVersions(other.version, one.version))[0] ?? null;
}

/** A `beta` device also gets `stable` releases. A device that does not report a chip checks the image itself. */
const fits = ({ model, chip, channel }: Candidate, side: DeviceSide): boolean =>
  model === side.model &&
  (chip === null || side.chip === null || chip === side.chip) &&
  (channel === 'stable' || side.channel === 'beta');

function isNewer({ sequence, version }: Candidate, side: DeviceSide): boolean {
  if (side.sequence !== null) return side.sequence < sequence;
  return side.version === null || !isVersion(side.version) || compareVersions(side.version, version) < 0;
}

/** The ring of the device if that ring is open, else null. */
function openRingOf(
  { chosenIds, rolloutId, ring, rings }: Candidate,
  deviceId: number,
  percentileIn: (rolloutId: string) => number,
): number | null {
  if (chosenIds !== null) return chosenIds.includes(deviceId) ? 1 : null;
  const own = ringOf(percentileIn(rolloutId), rings);
  return own !== null && own <= ring ? own : null;
}
