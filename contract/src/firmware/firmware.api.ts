import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { SERIAL_MAX_LENGTH } from '../kernel/serial.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { versionSchema } from './firmware.manifest.schema.ts';
import { CHECK_PATH, firmwareRules } from './firmware.rules.ts';
import {
  deviceFirmwareSchema,
  firmwareCueSchema,
  firmwareInfoSchema,
  firmwareUpdateSchema,
} from './firmware.schema.ts';

export const getDeviceFirmware = endpoint({
  name: 'firmware.device',
  method: 'GET',
  path: '/api/devices/{serial}/firmware',
  who: 'signed-in',
  summary: 'Returns the firmware version of a device, the offered version, and the current or last update.',
  params: deviceParams,
  answer: deviceFirmwareSchema,
  refusals: ['not_found'],
});

export const startFirmwareUpdate = endpoint({
  name: 'firmware.start',
  method: 'POST',
  path: '/api/devices/{serial}/firmware-update',
  who: 'signed-in',
  summary: 'Starts the offered update of a device as soon as it is safe. A repeat returns the same update.',
  params: deviceParams,
  body: z.strictObject({ releaseId: z.uuid() }),
  answer: firmwareUpdateSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const listFirmwareCues = endpoint({
  name: 'firmware.cues',
  method: 'GET',
  path: '/api/firmware-updates',
  who: 'signed-in',
  summary: 'Lists those of the given devices that have an offered version or an unfinished update.',
  query: z.strictObject({
    /** Serials, with a comma between each two. */
    serials: z.string().max(firmwareRules.bulkMax * (SERIAL_MAX_LENGTH + 1)),
  }),
  answer: z.strictObject({ devices: z.array(firmwareCueSchema) }),
  refusals: [],
});

export const startFirmwareUpdates = endpoint({
  name: 'firmware.startMany',
  method: 'POST',
  path: '/api/firmware-updates',
  who: 'installers',
  summary: 'Starts the offered updates of several devices. Returns an outcome for each device.',
  body: z.strictObject({ serialNumbers: z.array(serialSchema).min(1).max(firmwareRules.bulkMax) }),
  answer: z.strictObject({
    outcomes: z.array(
      z.strictObject({
        serialNumber: serialSchema,
        outcome: z.enum(['started', 'up_to_date', 'not_found', 'refused']),
        /** The sentence for people, with `refused`. */
        message: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
  limit: { calls: 60, windowSec: 3_600 },
});

export const checkFirmwareUpdate = endpoint({
  name: 'firmware.check',
  method: 'POST',
  path: CHECK_PATH,
  who: 'signed-in',
  summary: 'The documented function check-firmware-update for people. Devices call the same address with their proof.',
  body: z.strictObject({ serialNumber: serialSchema, deviceType: z.literal('gps-tracker').optional() }),
  answer: firmwareInfoSchema,
  refusals: ['not_found'],
});

export const updateDeviceFirmware = endpoint({
  name: 'firmware.function',
  method: 'POST',
  path: '/functions/v1/device-firmware-update',
  who: 'signed-in',
  summary: 'The documented function device-firmware-update: starts the offered update. Refuses any address (T15).',
  body: z.strictObject({
    serialNumber: serialSchema,
    firmwareVersion: versionSchema,
    /** Accepted for old callers when it is null. */
    updateUrl: z.string().max(1_000).nullable().optional(),
  }),
  answer: firmwareUpdateSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit: { calls: 60, windowSec: 3_600 },
});
