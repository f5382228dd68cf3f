import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { deviceCommandsRules, commandStates } from './device-commands.rules.ts';
import { commandSchema, deviceResponseSchema, sendCommandSchema } from './device-commands.schema.ts';

/** The function device-command. */
export const sendDeviceCommand = endpoint({
  name: 'deviceCommands.send',
  method: 'POST',
  path: '/functions/v1/device-command',
  who: 'signed-in',
  summary:
    'Sends a command to a device. Returns once the command is stored; the device’s response follows on the stream. getLocation follows the rules of a ping and waits for its result. Bluetooth is locked.',
  body: sendCommandSchema,
  answer: z.strictObject({
    success: z.boolean(),
    message: z.string().optional(),
    error: z.string().optional(),
    /** The command in the timeline, and its state. Null when there is no command. */
    requestId: z.uuid().nullable(),
    state: z.enum(commandStates).nullable(),
  }),
  refusals: [
    'forbidden',
    'not_found',
    'grant_required',
    'premium_required',
    'daily_ping_limit',
    'too_many_requests',
    'conflict',
    'locked',
  ],
  limit: { calls: 120, windowSec: 60 },
});

export const listDeviceCommands = endpoint({
  name: 'deviceCommands.list',
  method: 'GET',
  path: '/api/devices/{serial}/commands',
  who: 'signed-in',
  summary: 'The commands of a device with who sent them and how they ended, newest first; `next` continues the list.',
  params: deviceParams,
  query: z.strictObject({
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(deviceCommandsRules.pageSize),
  }),
  answer: z.strictObject({ commands: z.array(commandSchema), next: z.string().nullable() }),
  refusals: ['not_found'],
});

export const cancelDeviceCommand = endpoint({
  name: 'deviceCommands.cancel',
  method: 'DELETE',
  path: '/api/devices/{serial}/commands/{id}',
  who: 'signed-in',
  summary: 'Cancels a command that has not been sent yet. Returns 409 if it has.',
  params: z.strictObject({ ...deviceParams.shape, id: z.uuid() }),
  answer: commandSchema,
  refusals: ['forbidden', 'not_found', 'conflict'],
});

export const listDeviceResponses = endpoint({
  name: 'deviceCommands.responses',
  method: 'GET',
  path: '/api/devices/{serial}/responses',
  who: 'signed-in',
  summary: 'The last 5 stored answers of a device, newest first, without positions.',
  params: deviceParams,
  answer: z.strictObject({ responses: z.array(deviceResponseSchema).max(deviceCommandsRules.responsesShown) }),
  refusals: ['not_found'],
});
