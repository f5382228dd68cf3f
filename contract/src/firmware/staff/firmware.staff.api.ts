import { z } from 'zod';
import { deviceParams } from '../../devices/devices.schema.ts';
import { doneAnswer, endpoint, type FileContent } from '../../kernel/endpoint.ts';
import { modelSchema, signatureFileSchema, versionSchema } from '../firmware.manifest.schema.ts';
import { channels, DEFAULT_MODEL, firmwareRules, updateStates } from '../firmware.rules.ts';
import {
  newRolloutSettingsSchema,
  releaseSchema,
  ringSchema,
  rolloutDetailsSchema,
  rolloutDeviceSchema,
  rolloutSchema,
  staffDeviceFirmwareSchema,
  targetSchema,
  trustedKeySchema,
} from './firmware.staff.schema.ts';

const params = z.strictObject({ id: z.uuid() });
const after = z.string().max(100).optional();

export const listReleases = endpoint({
  name: 'firmware.listReleases',
  method: 'GET',
  path: '/api/support/firmware/releases',
  who: 'staff',
  summary:
    'The firmware files, newest upload first, with their number and the trusted keys; `next` continues the list.',
  holdsNoPersonalData: true,
  query: z.strictObject({
    after,
    limit: z.coerce.number().int().min(1).max(100).default(firmwareRules.releasePageSize),
  }),
  answer: z.strictObject({
    releases: z.array(releaseSchema),
    total: z.int().nonnegative(),
    next: z.string().nullable(),
    keys: z.array(trustedKeySchema),
  }),
  refusals: [],
});

export const uploadRelease = endpoint({
  name: 'firmware.upload',
  method: 'POST',
  path: '/api/support/firmware/releases',
  who: 'staff',
  summary: 'Uploads an image as a draft. A repeat with the same bytes and version returns the same draft.',
  query: z.strictObject({
    /** The name of the chosen file. Must end in .bin. */
    fileName: z.string().min(1).max(255),
    version: versionSchema,
    model: modelSchema.default(DEFAULT_MODEL),
    channel: z.enum(channels).default('stable'),
    /** The image is for a chip other than an ESP, so its header is not read. */
    isOtherChip: z.enum(['true', 'false']).default('false'),
    notes: z.string().max(firmwareRules.notesMaxLength).default(''),
    minSequence: z.coerce.number().int().min(0).default(0),
  }),
  upload: { maxBytes: firmwareRules.imageMaxBytes },
  body: z.custom<Uint8Array>(),
  answer: releaseSchema,
  refusals: ['payload_too_large', 'conflict'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const downloadRelease = endpoint({
  name: 'firmware.download',
  method: 'GET',
  path: '/api/support/firmware/releases/{id}/image',
  who: 'staff',
  summary: 'The image as a file.',
  holdsNoPersonalData: true,
  params,
  download: { mediaTypes: ['application/octet-stream'] },
  answer: z.custom<FileContent>(),
  refusals: ['not_found', 'gone'],
});

export const downloadManifest = endpoint({
  name: 'firmware.manifest',
  method: 'GET',
  path: '/api/support/firmware/releases/{id}/manifest',
  who: 'staff',
  summary: 'The text that the vendor signs with `npm run firmware -- sign`.',
  holdsNoPersonalData: true,
  params,
  download: { mediaTypes: ['application/json'] },
  answer: z.custom<FileContent>(),
  refusals: ['not_found'],
});

export const publishRelease = endpoint({
  name: 'firmware.publish',
  method: 'POST',
  path: '/api/support/firmware/releases/{id}/publish',
  who: 'staff',
  freshProof: true,
  summary:
    'Publishes a draft with the signature of a trusted key. The uploader can publish only while no other staff member is active. A release reaches devices by a rollout.',
  params,
  body: signatureFileSchema,
  answer: releaseSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const deleteRelease = endpoint({
  name: 'firmware.delete',
  method: 'DELETE',
  path: '/api/support/firmware/releases/{id}',
  who: 'staff',
  summary:
    'Deletes a draft, or withdraws a published release. Refuses a version that a rollout or a device uses (`conflict`).',
  params,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const listRollouts = endpoint({
  name: 'firmware.listRollouts',
  method: 'GET',
  path: '/api/support/firmware/rollouts',
  who: 'staff',
  summary: 'The rollouts: those that have not ended first, then newest first. `next` continues the list.',
  holdsNoPersonalData: true,
  query: z.strictObject({ after, limit: z.coerce.number().int().min(1).max(50).default(20) }),
  answer: z.strictObject({ rollouts: z.array(rolloutSchema), next: z.string().nullable() }),
  refusals: [],
});

const newRolloutSchema = z.strictObject({
  releaseId: z.uuid(),
  target: targetSchema,
  settings: newRolloutSettingsSchema,
});

export const previewRollout = endpoint({
  name: 'firmware.previewRollout',
  method: 'POST',
  path: '/api/support/firmware/rollout-preview',
  who: 'staff',
  summary: 'How many devices a rollout would reach, by ring, and which chosen serials it cannot reach.',
  holdsNoPersonalData: true,
  body: newRolloutSchema,
  answer: z.strictObject({ rings: z.array(ringSchema), unreachable: z.array(z.string()) }),
  refusals: ['not_found', 'conflict'],
});

export const startRollout = endpoint({
  name: 'firmware.startRollout',
  method: 'POST',
  path: '/api/support/firmware/rollouts',
  who: 'staff',
  freshProof: true,
  summary:
    'Starts a rollout of a published release. `id` makes a repeat harmless. One rollout per model and channel runs.',
  body: newRolloutSchema.extend({ id: z.uuid() }),
  answer: rolloutDetailsSchema,
  refusals: ['not_found', 'conflict'],
});

export const readRollout = endpoint({
  name: 'firmware.readRollout',
  method: 'GET',
  path: '/api/support/firmware/rollouts/{id}',
  who: 'staff',
  summary: 'A rollout with its rings, and why updates failed or wait.',
  holdsNoPersonalData: true,
  params,
  answer: rolloutDetailsSchema,
  refusals: ['not_found'],
});

export const listRolloutDevices = endpoint({
  name: 'firmware.listRolloutDevices',
  method: 'GET',
  path: '/api/support/firmware/rollouts/{id}/devices',
  who: 'staff',
  summary: 'The devices of a rollout, last change first. `next` continues the list.',
  params,
  query: z.strictObject({
    after,
    state: z.enum([...updateStates, 'under_way']).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(firmwareRules.devicePageSize),
  }),
  answer: z.strictObject({
    devices: z.array(rolloutDeviceSchema),
    total: z.int().nonnegative(),
    next: z.string().nullable(),
  }),
  refusals: ['not_found'],
});

export const steerRollout = endpoint({
  name: 'firmware.steerRollout',
  method: 'POST',
  path: '/api/support/firmware/rollouts/{id}/steer',
  who: 'staff',
  summary:
    'Pauses, resumes or stops a rollout, or tries its failed updates again. Refuses an action on an older revision (`conflict`).',
  params,
  body: z.strictObject({
    action: z.enum(['pause', 'resume', 'stop', 'retry_failed']),
    revision: z.int().positive(),
  }),
  answer: rolloutDetailsSchema,
  refusals: ['not_found', 'conflict'],
});

export const readStaffDeviceFirmware = endpoint({
  name: 'firmware.staffDevice',
  method: 'GET',
  path: '/api/support/devices/{serial}/firmware',
  who: 'staff',
  summary: 'The firmware side of a device: version, model, channel and token.',
  holdsNoPersonalData: true,
  params: deviceParams,
  answer: staffDeviceFirmwareSchema,
  refusals: ['not_found'],
});

export const setDeviceChannel = endpoint({
  name: 'firmware.setChannel',
  method: 'PUT',
  path: '/api/support/devices/{serial}/firmware-channel',
  who: 'staff',
  summary: 'Chooses the channel of a device.',
  params: deviceParams,
  body: z.strictObject({ channel: z.enum(channels) }),
  answer: staffDeviceFirmwareSchema,
  refusals: ['not_found'],
});

export const makeDeviceToken = endpoint({
  name: 'firmware.makeToken',
  method: 'POST',
  path: '/api/support/devices/{serial}/firmware-token',
  who: 'staff',
  freshProof: true,
  summary: 'Makes a token with which a device asks for updates over HTTP. Shown only once. The previous token ends.',
  params: deviceParams,
  answer: z.strictObject({ token: z.string(), madeAt: z.iso.datetime() }),
  refusals: ['not_found'],
});

export const deleteDeviceToken = endpoint({
  name: 'firmware.deleteToken',
  method: 'DELETE',
  path: '/api/support/devices/{serial}/firmware-token',
  who: 'staff',
  summary: 'Revokes the firmware token of a device.',
  params: deviceParams,
  answer: doneAnswer,
  refusals: ['not_found'],
});
