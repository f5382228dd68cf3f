import { z } from 'zod';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import { deviceParams } from '../devices.schema.ts';
import { takenDeviceSchema } from './devices.taken.schema.ts';

export const listTakenDevices = endpoint({
  name: 'devices.listTaken',
  method: 'GET',
  path: '/api/device-assignments/taken',
  who: 'signed-in',
  summary: 'Lists devices that were unassigned from the caller by someone else and not given back yet.',
  answer: z.strictObject({ devices: z.array(takenDeviceSchema) }),
  refusals: [],
});

export const endAssignment = endpoint({
  name: 'devices.endAssignment',
  method: 'DELETE',
  path: '/api/devices/{serial}/assignment',
  who: 'signed-in',
  summary:
    'Ends the assignment. If the user ends it, the device counts as given back. If the installer ends it, its location stays hidden until the user gives it back. Also confirms giving back an already unassigned device.',
  params: deviceParams,
  answer: doneAnswer,
  refusals: ['forbidden', 'not_found', 'conflict'],
});
