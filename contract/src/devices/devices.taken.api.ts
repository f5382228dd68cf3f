import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deviceParams } from './devices.schema.ts';
import { takenDeviceSchema } from './devices.taken.schema.ts';

export const listTakenDevices = endpoint({
  name: 'devices.listTaken',
  method: 'GET',
  path: '/api/device-assignments/taken',
  who: 'signed-in',
  summary: 'Devices that somebody took from the caller, who has not given them back.',
  answer: z.strictObject({ devices: z.array(takenDeviceSchema) }),
  refusals: [],
});

export const endAssignment = endpoint({
  name: 'devices.endAssignment',
  method: 'DELETE',
  path: '/api/devices/{serial}/assignment',
  who: 'signed-in',
  summary:
    'Ends the assignment: by its user, who gives the device back; or by its installer, who sees no position before that. Also gives back what somebody took from its user.',
  params: deviceParams,
  answer: z.strictObject({ ended: z.literal(true) }),
  refusals: ['forbidden', 'not_found', 'conflict'],
});
