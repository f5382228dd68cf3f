import type { DeviceFirmware, FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';

/** FWD-01: idle (an offer, or up to date), under way, complete, or error. */
export type FirmwareView =
  | { readonly kind: 'up-to-date' | 'offer' }
  | { readonly kind: 'progress' | 'done' | 'failed' | 'cancelled'; readonly update: FirmwareUpdate };

/**
 * Returns the part of the dialog for the state of a device. An update that ended before the dialog opened is history,
 * except a failed update to the version that is offered. `followedId`: the update that this dialog has shown under way.
 */
export function viewOf({ offer, update }: DeviceFirmware, followedId: string | null): FirmwareView {
  if (update !== null) {
    const { state } = update;
    const isFollowed = update.id === followedId;
    if (state === 'failed') {
      if (isFollowed || offer?.version === update.version) return { kind: 'failed', update };
    } else if (state === 'done' || state === 'cancelled') {
      if (isFollowed) return { kind: state, update };
    } else if (state !== 'waiting' || update.isWanted || update.failure !== null) {
      return { kind: 'progress', update };
    }
  }
  return { kind: offer === null ? 'up-to-date' : 'offer' };
}

export const steps = ['download', 'install', 'restart', 'check'] as const;

/** How many steps are behind the device. */
export function stepsDone({ state }: FirmwareUpdate): number {
  if (state === 'installing') return 1;
  if (state === 'rebooting') return 2;
  if (state === 'verifying') return 3;
  return state === 'done' ? 4 : 0;
}

/** Why the update does not begin yet, in plain words. Null while the device works on the update. */
export function waitWords({ state, waitingFor, minBatteryPct }: FirmwareUpdate): string | null {
  if (state !== 'waiting') return null;
  if (waitingFor === 'battery_low') return texts.batteryLow(minBatteryPct);
  return texts.waits[waitingFor ?? 'next_round'];
}

/** FWD-01: megabytes with one decimal. */
export const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
