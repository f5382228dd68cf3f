import { z } from 'zod';
import { hubChoiceSchema, simSettingsSchema } from '../../device-setup/device-setup.schema.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { importRules } from './devices.registration.rules.ts';
import {
  claimCodeSchema,
  importReportSchema,
  nicknameSchema,
  typedSerialSchema,
  verificationSchema,
} from './devices.registration.schema.ts';
import { deviceParams } from '../devices.schema.ts';

export const verifySerial = endpoint({
  name: 'devices.verifySerial',
  method: 'POST',
  path: '/api/devices/verify',
  who: 'signed-in',
  summary: 'Returns whether a serial can be registered. Who registered it is included only if the caller may know.',
  body: z.strictObject({ serialNumber: typedSerialSchema }),
  answer: verificationSchema,
  refusals: ['forbidden'],
  limit: { calls: 120, windowSec: 3_600 },
});

export const registerDevice = endpoint({
  name: 'devices.register',
  method: 'POST',
  path: '/api/devices',
  who: 'installers',
  summary:
    'Registers a device to the caller and the company of the caller. A hub and SIM settings are sent to it when it is online.',
  body: z.strictObject({
    serialNumber: typedSerialSchema,
    nickname: nicknameSchema,
    claimCode: claimCodeSchema,
    hub: hubChoiceSchema.nullable(),
    sim: simSettingsSchema.nullable(),
    /** Chosen by the caller: a repeated registration gets the same answer as the first. */
    registrationId: z.uuid().optional(),
  }),
  answer: z.strictObject({ serialNumber: serialSchema, setup: z.enum(['none', 'queued']) }),
  refusals: ['forbidden', 'conflict', 'gone'],
  limit: { calls: 200, windowSec: 3_600 },
});

export const renameDevice = endpoint({
  name: 'devices.rename',
  method: 'PATCH',
  path: '/api/devices/{serial}',
  who: 'signed-in',
  summary: 'Renames a device or removes its name.',
  params: deviceParams,
  body: z.strictObject({ nickname: nicknameSchema }),
  answer: z.strictObject({ serialNumber: serialSchema, name: z.string() }),
  refusals: ['forbidden', 'not_found'],
  limit: { calls: 120, windowSec: 3_600 },
});

export const removeDevice = endpoint({
  name: 'devices.remove',
  method: 'DELETE',
  path: '/api/devices/{serial}',
  who: 'signed-in',
  summary:
    'Removes a device, so that it can be registered again; what it sends is not stored until then. A new claim code is shown once.',
  params: deviceParams,
  body: z.strictObject({
    /** The serial, typed: needed from an installer whose device is assigned. */
    confirmation: z.string().max(100).nullable(),
  }),
  answer: z.strictObject({ serialNumber: serialSchema, claimCode: z.string().nullable() }),
  refusals: ['forbidden', 'not_found', 'conflict'],
  limit: { calls: 120, windowSec: 3_600 },
});

export const revokeCertificate = endpoint({
  name: 'devices.revokeCertificate',
  method: 'POST',
  path: '/api/devices/{serial}/certificate/revoke',
  who: 'signed-in',
  summary: 'Revokes the certificates of a device. It is disconnected within one second and needs a new certificate.',
  params: deviceParams,
  body: z.strictObject({}),
  answer: z.strictObject({ revoked: z.int().nonnegative() }),
  refusals: ['forbidden', 'not_found'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const provisionCertificate = endpoint({
  name: 'devices.provisionCertificate',
  method: 'POST',
  path: '/functions/v1/provision-certificate',
  who: 'signed-in',
  summary:
    'Signs a certificate request that the device made. The private key never leaves the device. The previous certificate ends.',
  body: z.strictObject({
    serialNumber: serialSchema,
    csr: z.string().min(1).max(4_096),
    claimCode: claimCodeSchema.optional(),
  }),
  answer: z.strictObject({
    success: z.literal(true),
    certificate: z.string(),
    authority: z.string(),
    expiresAt: instantSchema,
  }),
  refusals: ['forbidden', 'conflict', 'not_found'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const getGatewayAddress = endpoint({
  name: 'devices.gatewayAddress',
  method: 'GET',
  path: '/api/device-gateway',
  who: 'signed-in',
  summary: 'The host name and port under which trackers reach this installation. Null while it accepts no trackers.',
  answer: z.strictObject({ address: z.strictObject({ host: z.string(), port: z.int() }).nullable() }),
  refusals: [],
});

export const updateThingAttributes = endpoint({
  name: 'devices.updateThingAttributes',
  method: 'POST',
  path: '/functions/v1/update-thing-attributes',
  who: 'signed-in',
  summary: 'Always refused: attributes are set by registering and reconfiguring a device.',
  body: z.strictObject({ serialNumber: z.string().max(100), attributes: z.record(z.string().max(100), z.unknown()) }),
  answer: z.strictObject({ success: z.boolean(), message: z.string() }),
  refusals: ['forbidden'],
});

/** The body is the file itself, as `application/octet-stream`. */
export const importDevices = endpoint({
  name: 'devices.import',
  method: 'POST',
  path: '/api/devices/import',
  who: 'installers',
  summary: 'Registers and assigns the devices of a CSV file, row by row; a dry run says what would happen.',
  query: z.strictObject({
    importId: z.uuid(),
    dryRun: z.enum(['true', 'false']).default('false'),
  }),
  body: z.custom<Uint8Array>(),
  upload: { maxBytes: importRules.mostBytes },
  answer: importReportSchema,
  refusals: ['forbidden', 'conflict', 'payload_too_large'],
  limit: { calls: 30, windowSec: 3_600 },
});
