import { z } from 'zod';
import { deviceStatuses } from '../device-status/device-status.rules.ts';
import { assignmentStates } from '../fleet/fleet.table.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { deskDevicePageSchema, deskDevicesSchema, deskQuerySchema } from './support-desk.schema.ts';

export const listDeskDevices = endpoint({
  name: 'supportDesk.devices',
  method: 'GET',
  path: '/api/support/devices',
  who: 'staff',
  summary: 'All devices, the newest registration first. A search also finds replaced devices. No positions.',
  query: deskQuerySchema.extend({
    status: z.enum(deviceStatuses).optional(),
    assigned: z.enum(assignmentStates).optional(),
    /** Only devices of this company. */
    company: z.uuid().optional(),
    /** Only devices that have sent no message for a day. */
    silent: z.literal('yes').optional(),
  }),
  answer: deskDevicesSchema,
  refusals: [],
});

export const getDeskDevice = endpoint({
  name: 'supportDesk.device',
  method: 'GET',
  path: '/api/support/devices/{serial}',
  who: 'staff',
  summary: 'A device with its user, installer, company, status, errors and tickets. No position.',
  params: z.strictObject({ serial: serialSchema }),
  answer: deskDevicePageSchema,
  refusals: ['not_found'],
});
