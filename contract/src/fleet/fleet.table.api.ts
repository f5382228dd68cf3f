import { z } from 'zod';
import { endpoint, type FileContent } from '../kernel/endpoint.ts';
import { tableFilterSchema, tablePageSchema, tableQuerySchema, userDeviceSchema } from './fleet.table.schema.ts';

export const listDeviceTable = endpoint({
  name: 'devices.table',
  method: 'GET',
  path: '/api/installer/devices',
  who: 'signed-in',
  summary:
    "Lists the devices that the caller registered or uses, and the devices of the caller's company; searched, filtered and sorted.",
  query: tableQuerySchema,
  answer: tablePageSchema,
  refusals: [],
});

export const exportDevices = endpoint({
  name: 'devices.export',
  method: 'GET',
  path: '/api/installer/devices.csv',
  who: 'signed-in',
  summary:
    "Exports the devices of the installer's table as a CSV file. Contains no position, no secret and no formula.",
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
  summary: "Lists the devices whose user is the caller. An email address in the body must be the caller's own.",
  body: z.strictObject({ userEmail: z.string().max(254).optional() }),
  answer: z.strictObject({ devices: z.array(userDeviceSchema) }),
  refusals: ['forbidden'],
});
