import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { modelSchema, versionSchema } from '../firmware.manifest.schema.ts';
import {
  channels,
  chips,
  failureCodes,
  firmwareRules,
  releaseStates,
  rolloutStates,
  updateStates,
  waitingReasons,
} from '../firmware.rules.ts';

/** A firmware file of the list 'Available Firmware Files (N)' (FWM-01). */
export const releaseSchema = z.strictObject({
  id: z.uuid(),
  /** firmware-{version}.bin */
  name: z.string(),
  version: versionSchema,
  model: modelSchema,
  /** As in the image. Null: the uploader stated that the image is for another chip. */
  chip: z.enum(chips).nullable(),
  channel: z.enum(channels),
  sequence: z.int().positive(),
  sizeBytes: z.int().positive(),
  type: z.string(),
  sha256: z.string(),
  state: z.enum(releaseStates),
  notes: z.string(),
  uploadedAt: instantSchema,
  uploadedBy: z.string().nullable(),
  publishedAt: instantSchema.nullable(),
  publishedBy: z.string().nullable(),
  /** Devices refuse the release after this instant, and the server no longer offers it. */
  expiresAt: instantSchema,
  /** The viewer may publish. False for the uploader while other staff members are active. */
  mayPublish: z.boolean(),
  /** Why it cannot be deleted: rollouts that have not ended, and devices that run the version. Both 0: it can. */
  usedByRollouts: z.int().nonnegative(),
  usedByDevices: z.int().nonnegative(),
});

export type Release = z.infer<typeof releaseSchema>;

/** A key whose signatures this server accepts. The private key is elsewhere. */
export const trustedKeySchema = z.strictObject({ keyId: z.string(), name: z.string(), addedAt: instantSchema });

export const targetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('percent'), percent: z.int().min(1).max(100) }),
  z.strictObject({
    kind: z.literal('devices'),
    serialNumbers: z.array(serialSchema).min(1).max(firmwareRules.chosenMax),
  }),
]);

export type RolloutTarget = z.infer<typeof targetSchema>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** No update begins in these hours of each day, in this time zone. `from` after `to`: across midnight. */
export const quietHoursSchema = z.strictObject({ from: timeOfDay, to: timeOfDay, timeZone: z.string().max(64) });

export const rolloutSettingsSchema = z.strictObject({
  failureLimitPct: z.number().min(0).max(50),
  minimumSample: z.int().min(1).max(1_000),
  minBatteryPct: z.int().min(0).max(100),
  quietHours: quietHoursSchema.nullable(),
});

export type RolloutSettings = z.infer<typeof rolloutSettingsSchema>;

const { failureLimitPct, minimumSample, minBatteryPct, quietHours } = rolloutSettingsSchema.shape;

/** The settings of a new rollout, each with its usual value. */
export const newRolloutSettingsSchema = z.strictObject({
  failureLimitPct: failureLimitPct.default(firmwareRules.failureLimitPct),
  minimumSample: minimumSample.default(firmwareRules.minimumSample),
  minBatteryPct: minBatteryPct.default(firmwareRules.minBatteryPct),
  quietHours: quietHours.default(null),
});

/** A ring with the number of its updates by state. `percent` counts from 0; for chosen devices it is 100. */
export const ringSchema = z.strictObject({
  number: z.int().positive(),
  percent: z.int().min(1).max(100),
  state: z.enum(['not_started', 'open', 'done']),
  /** The devices of this ring alone. An estimate while the ring has not started. */
  total: z.int().nonnegative(),
  done: z.int().nonnegative(),
  underWay: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
});

export type Ring = z.infer<typeof ringSchema>;

export const rolloutSchema = z.strictObject({
  id: z.uuid(),
  releaseId: z.uuid(),
  version: versionSchema,
  model: modelSchema,
  channel: z.enum(channels),
  targetKind: z.enum(['all', 'percent', 'devices']),
  state: z.enum(rolloutStates),
  startedAt: instantSchema,
  startedBy: z.string().nullable(),
  endedAt: instantSchema.nullable(),
  /** Why the rollout halted by itself; null when it did not. */
  halt: z
    .strictObject({
      at: instantSchema,
      ring: z.int().positive(),
      failed: z.int().nonnegative(),
      finished: z.int().nonnegative(),
      failureLimitPct: z.number(),
    })
    .nullable(),
  settings: rolloutSettingsSchema,
  rings: z.array(ringSchema),
  /** Grows with each change by a person or by the failure limit. */
  revision: z.int().positive(),
});

export type Rollout = z.infer<typeof rolloutSchema>;

/** A rollout with the reasons of its failures and waits, most devices first. */
export const rolloutDetailsSchema = rolloutSchema.extend({
  failures: z.array(
    z.strictObject({ failure: z.enum(failureCodes), count: z.int().positive(), toVersions: z.array(z.string()) }),
  ),
  waits: z.array(z.strictObject({ reason: z.enum(waitingReasons), count: z.int().positive() })),
});

export type RolloutDetails = z.infer<typeof rolloutDetailsSchema>;

/** A device of a rollout, without a position. */
export const rolloutDeviceSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  ring: z.int().positive(),
  state: z.enum(updateStates),
  progressPct: z.int().min(0).max(100).nullable(),
  waitingFor: z.enum(waitingReasons).nullable(),
  failure: z.enum(failureCodes).nullable(),
  /** The device's own words, at most 200 characters. */
  detail: z.string().nullable(),
  fromVersion: z.string().nullable(),
  currentVersion: z.string().nullable(),
  tries: z.int().nonnegative(),
  nextTryAt: instantSchema.nullable(),
  changedAt: instantSchema,
});

export type RolloutDevice = z.infer<typeof rolloutDeviceSchema>;

/** The firmware side of one device, for its page in the back office. */
export const staffDeviceFirmwareSchema = z.strictObject({
  serialNumber: serialSchema,
  currentVersion: z.string().nullable(),
  model: z.string().nullable(),
  chip: z.string().nullable(),
  channel: z.enum(channels),
  /** When the token with which the device asks over HTTP was made. Null: it has none. */
  tokenMadeAt: instantSchema.nullable(),
});

export type StaffDeviceFirmware = z.infer<typeof staffDeviceFirmwareSchema>;
