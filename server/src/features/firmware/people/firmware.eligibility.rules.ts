import type { Channel } from '@trace/contract/firmware/firmware.rules';
import { compareVersions, highestOf, isVersion } from '../releases/firmware.versions.rules.ts';
import { ringOf } from '../rollouts/firmware.rings.rules.ts';

/** The last report of a device about its firmware, and the channel of the device. */
export interface DeviceSide {
  readonly version: string | null;
  /** As reported, else of the release with the reported version. Null: unknown. */
  readonly sequence: number | null;
  readonly model: string;
  readonly chip: string | null;
  readonly channel: Channel;
  readonly tokenMadeAt: Date | null;
}

/** A rollout whose release may be offered to devices of a model. */
export interface Candidate {
  readonly rolloutId: string;
  readonly rings: readonly number[];
  /** The open ring, from 1. */
  readonly ring: number;
  /** Of chosen devices: the devices. Null: the rings decide. */
  readonly chosenIds: readonly number[] | null;
  readonly releaseId: string;
  readonly version: string;
  readonly model: string;
  readonly chip: string | null;
  readonly channel: Channel;
  readonly sequence: number;
  /** A device below this number must install another release first. 0: any device. */
  readonly minSequence: number;
  readonly sizeBytes: number;
  readonly notes: string;
  readonly publishedAt: Date;
}

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
  const highest = highestOf(offered.map(({ version }) => version));
  return offered.find(({ version }) => version === highest) ?? null;
}

/** A `beta` device also gets `stable` releases. A device that does not report a chip checks the image itself. */
const fits = ({ model, chip, channel }: Candidate, side: DeviceSide): boolean =>
  model === side.model &&
  (chip === null || side.chip === null || chip === side.chip) &&
  (channel === 'stable' || side.channel === 'beta');

/** A device on `beta` can run a version above a later `stable` release, so the number alone does not decide. */
function isNewer({ sequence, minSequence, version }: Candidate, side: DeviceSide): boolean {
  const isKnown = side.version !== null && isVersion(side.version);
  if (isKnown && compareVersions(version, side.version) <= 0) return false;
  if (side.sequence === null) return minSequence === 0;
  return side.sequence < sequence && side.sequence >= minSequence;
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
