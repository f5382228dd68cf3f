import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { hubRules } from '../hubs/hubs.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { deviceSetupSchema, hubChoiceSchema, simSettingsSchema } from './device-setup.schema.ts';

export const getSetup = endpoint({
  name: 'deviceSetup.state',
  method: 'GET',
  path: '/api/devices/{serial}/setup',
  who: 'signed-in',
  summary: 'Returns the hub and SIM settings of a device, without secrets, and the programming state.',
  params: deviceParams,
  answer: deviceSetupSchema,
  refusals: ['not_found'],
});

export const reconfigureDevice = endpoint({
  name: 'deviceSetup.reconfigure',
  method: 'POST',
  path: '/api/devices/{serial}/setup',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Saves a new hub, new SIM settings or both, and programs the device until it confirms them. Omitted settings stay unchanged. Notifies user and installer. Keeps the previous settings for restoring.',
  params: deviceParams,
  body: z.strictObject({ hub: hubChoiceSchema.optional(), sim: simSettingsSchema.nullable().optional() }),
  answer: deviceSetupSchema,
  refusals: ['not_found', 'forbidden', 'conflict', 'gone'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const unlinkHub = endpoint({
  name: 'deviceSetup.unlinkHub',
  method: 'DELETE',
  path: '/api/devices/{serial}/hub',
  who: 'signed-in',
  freshProof: true,
  summary: 'Unlinks the hub of a device (HUB-07). Notifies user and installer.',
  params: deviceParams,
  answer: deviceSetupSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const restoreSetup = endpoint({
  name: 'deviceSetup.restore',
  method: 'POST',
  path: '/api/devices/{serial}/setup/previous',
  who: 'signed-in',
  freshProof: true,
  summary: 'Restores the settings from before the last change. A second call undoes this. Notifies user and installer.',
  params: deviceParams,
  answer: deviceSetupSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const retrySetup = endpoint({
  name: 'deviceSetup.retry',
  method: 'POST',
  path: '/api/devices/{serial}/setup/programming',
  who: 'signed-in',
  summary: 'Programs the device now instead of at the next attempt, even after a cancellation.',
  params: deviceParams,
  answer: deviceSetupSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const cancelSetup = endpoint({
  name: 'deviceSetup.cancel',
  method: 'DELETE',
  path: '/api/devices/{serial}/setup/programming',
  who: 'signed-in',
  summary: 'Cancels programming. The saved settings are kept.',
  params: deviceParams,
  answer: deviceSetupSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
});

/** The configuration fields of the functions device-status and program-device. */
export const setupConfigShape = {
  hubId: z.string().trim().max(64).optional(),
  ajaxUsername: z.string().max(hubRules.usernameMaxLength).optional(),
  ajaxPassword: z.string().max(hubRules.passwordMaxLength).optional(),
  ajaxTotp: z.string().max(12).optional(),
  simAPN: simSettingsSchema.shape.apn,
  simUsername: simSettingsSchema.shape.username,
  simPassword: simSettingsSchema.shape.password,
};

export const setupConfigSchema = z.strictObject(setupConfigShape);

export type SetupConfig = z.infer<typeof setupConfigSchema>;

/** The function program-device. */
export const programDevice = endpoint({
  name: 'deviceSetup.programDevice',
  method: 'POST',
  path: '/functions/v1/program-device',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Reconfigures a device with hub credentials in one call. The credentials are verified at the hub service, must own the hub, and are neither stored nor sent to the device.',
  body: z.strictObject({ serialNumber: serialSchema, ...setupConfigShape }),
  answer: z.strictObject({ success: z.literal(true), message: z.string() }),
  refusals: ['not_found', 'forbidden', 'conflict', 'wrong_credentials', 'unavailable', 'too_many_requests'],
  limit: { calls: 20, windowSec: 60 },
});
