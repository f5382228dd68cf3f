import { updateFailures } from '../device-protocol/updates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

export const firmwareRules = {
  /** FWM-01: the largest image, 16 MiB. */
  imageMaxBytes: 16 * 1024 * 1024,
  versionMaxLength: 64,
  modelMaxLength: 64,
  notesMaxLength: 4_000,
  releasePageSize: 100,
  devicePageSize: 50,
  /** How long the devices accept the manifest of a release, counted from the upload. */
  manifestLifetimeMs: 365 * DAY_MS,
  /** How long the address of an image works for its device. */
  addressLifetimeMs: 2 * HOUR_MS,
  /** The rings of a rollout to all devices, in percent of the devices. */
  rings: [1, 10, 50, 100],
  /** A rollout halts when more of the finished updates failed. */
  failureLimitPct: 2,
  /** Below this many finished updates, the share of failures is counted against this many, or all of a smaller ring. */
  minimumSample: 20,
  /** The next ring opens when this share of the ring has been updated. */
  nextRingAtPct: 90,
  minBatteryPct: 30,
  /** A device is moving above this speed. */
  movingAboveMps: 2,
  /** A device that restarts into its new version must report within this time. */
  returnWithinMs: 10 * MINUTE_MS,
  /** A device counts as updated after this time of normal heartbeats with the new version. */
  soakMs: 10 * MINUTE_MS,
  /** A device that was offered an update, or is downloading it, must report progress within this time. */
  progressWithinMs: 15 * MINUTE_MS,
  /** The pauses before the second and third try. After the last try the update has failed. */
  retryMs: [5 * MINUTE_MS, HOUR_MS],
  /** The most updates of one rollout that are under way at once. */
  mostAtOnce: 500,
  /** A halted or stopped rollout ends open downloads within this time. */
  haltWithinMs: 5 * SECOND_MS,
  /** The most devices of one request of a user or installer, and of a list of chosen devices. */
  bulkMax: 100,
  chosenMax: 1_000,
} as const;

/** The model of a device that does not report one. */
export const DEFAULT_MODEL = 'gps-tracker';

/** Chips by the id in the header of an ESP image. */
export const chipIds = {
  0x00: 'esp32',
  0x02: 'esp32s2',
  0x05: 'esp32c3',
  0x09: 'esp32s3',
  0x0c: 'esp32c2',
  0x0d: 'esp32c6',
  0x10: 'esp32h2',
  0x12: 'esp32p4',
  0x17: 'esp32c5',
  0x14: 'esp32c61',
} as const;

export const chips = Object.values(chipIds);
export type Chip = (typeof chips)[number];

export const channels = ['stable', 'beta'] as const;
export type Channel = (typeof channels)[number];

/** Where devices ask and load. The images of other addresses are never accepted (T15). */
export const CHECK_PATH = '/functions/v1/check-firmware-update';
export const IMAGE_PATH = '/functions/v1/ota-firmware';

/** `withdrawn`: was published, is offered to no device any more, and its image is deleted once no device loads it. */
export const releaseStates = ['draft', 'published', 'withdrawn'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/**
 * `paused`: by hand. `halted`: by the failure limit. Both can be resumed. `stopped` by hand and `done` are final.
 * None of them but `running` hands out anything.
 */
export const rolloutStates = ['running', 'paused', 'halted', 'stopped', 'done'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/** The states of the update of one device. The last three are final, unless a failed update is tried again by hand. */
export const updateStates = [
  'waiting',
  'offered',
  'downloading',
  'installing',
  'rebooting',
  'verifying',
  'done',
  'failed',
  'cancelled',
] as const;
export type UpdateState = (typeof updateStates)[number];

/** The states in which a device works on its update. */
export const underWayStates = ['offered', 'downloading', 'installing', 'rebooting', 'verifying'] as const;

/** Why an update is not offered yet. */
export const waitingReasons = [
  'next_round',
  'not_running',
  'offline',
  'asleep',
  'battery_low',
  'moving',
  'live_tracking',
  'panic_open',
  'quiet_hours',
  'retry_later',
  'many_under_way',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** Why an update failed: as the device says, or because it did not report again in time. */
export const failureCodes = [...updateFailures, 'did_not_return'] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Failures after which the same device is not tried again by itself. */
export const finalFailures: readonly FailureCode[] = [
  'bad_signature',
  'wrong_device',
  'not_newer',
  'expired',
  'wrong_hash',
  'wrong_size',
  'went_back',
  'did_not_return',
];
