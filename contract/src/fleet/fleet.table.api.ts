import { z } from 'zod';
import { endpoint, type FileContent } from '../kernel/endpoint.ts';
import { tableFilterSchema, tablePageSchema, tableQuerySchema, userDeviceSchema } from './fleet.table.schema.ts';

export const listDeviceTable = endpoint({
  name: 'devices.table',
  method: 'GET',
  path: '/api/installer/devices',
  who: 'signed-in',
  summary:
    'A page of the devices that the person registered, has, or whose company is theirs; searched, filtered and sorted.',
  query: tableQuerySchema,
  answer: tablePageSchema,
  refusals: [],
});

export const exportDevices = endpoint({
  name: 'devices.export',
  method: 'GET',
  path: '/api/installer/devices.csv',
  who: 'signed-in',
  summary: 'The same devices as a CSV file for spreadsheets: no position, no secret, and no cell that is a formula.',
  query: tableFilterSchema,
  download: { mediaTypes: ['text/csv'] },
  answer: z.custom<FileContent>(),
  refusals: [],
  limit: { calls: 20, windowSec: 600 },
});

/** The function get-user-devices. */
export const getUserDevices = endpoint({
  name: 'devices.getUserDevices',
  method: 'POST',
  path: '/functions/v1/get-user-devices',
  who: 'signed-in',
  summary: 'The devices that the signed-in person is the user of; an address in the body has to be their own (FN-01).',
  body: z.strictObject({ userEmail: z.string().max(254).optional() }),
  answer: z.strictObject({ devices: z.array(userDeviceSchema) }),
  refusals: ['forbidden'],
});
