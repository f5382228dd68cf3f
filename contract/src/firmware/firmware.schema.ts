import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { versionSchema } from './firmware.manifest.schema.ts';
import { failureCodes, updateStates, waitingReasons } from './firmware.rules.ts';

/** The update of a device, for people with a relation to the device. */
export const firmwareUpdateSchema = z.strictObject({
  id: z.uuid(),
  version: versionSchema,
  state: z.enum(updateStates),
  /** Of the download, as the device reports. Null before the first report. */
  progressPct: z.int().min(0).max(100).nullable(),
  /** With `waiting`, else null. */
  waitingFor: z.enum(waitingReasons).nullable(),
  /** The battery charge from which the update may begin. */
  minBatteryPct: z.int().min(0).max(100),
  /** With `failed`, and after a try that failed. */
  failure: z.enum(failureCodes).nullable(),
  /** A person asked for the update now. Quiet hours do not delay it. */
  isWanted: z.boolean(),
  /** When the next try may begin. */
  nextTryAt: instantSchema.nullable(),
  /** The last change. */
  changedAt: instantSchema,
});

export type FirmwareUpdate = z.infer<typeof firmwareUpdateSchema>;

/** The running firmware of a device, and its offer (FWD-01). */
export const deviceFirmwareSchema = z.strictObject({
  serialNumber: serialSchema,
  /** As the device reports. Null: never. */
  currentVersion: z.string().nullable(),
  /** The highest version that a rollout allows for this device; null when the device runs that version or a later one. */
  offer: z
    .strictObject({
      releaseId: z.uuid(),
      version: versionSchema,
      notes: z.string(),
      fileSizeBytes: z.int().positive(),
      publishedAt: instantSchema,
    })
    .nullable(),
  /** The current update, else the last one. */
  update: firmwareUpdateSchema.nullable(),
});

export type DeviceFirmware = z.infer<typeof deviceFirmwareSchema>;

/** Cue of a device in a list: the offered version, and the update that has not ended. */
export const firmwareCueSchema = z.strictObject({
  serialNumber: serialSchema,
  availableVersion: versionSchema.nullable(),
  update: firmwareUpdateSchema.nullable(),
});

export type FirmwareCue = z.infer<typeof firmwareCueSchema>;

/** The documented answer of check-firmware-update (P7). */
export const firmwareInfoSchema = z.strictObject({
  currentVersion: z.string().nullable(),
  latestVersion: z.string().nullable(),
  updateAvailable: z.boolean(),
  /** For a device: the address of the image, which works for this device and for two hours. For people: null. */
  updateUrl: z.string().nullable(),
  releaseNotes: z.string().nullable(),
  /** In bytes. */
  fileSize: z.int().positive().nullable(),
  /** The release that device-firmware-update takes. */
  releaseId: z.uuid().nullable(),
});

export type FirmwareInfo = z.infer<typeof firmwareInfoSchema>;
