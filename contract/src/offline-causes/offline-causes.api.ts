import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { offlineCausesSchema } from './offline-causes.schema.ts';

const params = z.strictObject({ serial: serialSchema });

export const explainOffline = endpoint({
  name: 'offlineCauses.explain',
  method: 'GET',
  path: '/api/devices/{serial}/offline-causes',
  who: 'signed-in',
  summary: 'Why a device is offline: causes from its last data, most likely first, with evidence. No position.',
  params,
  answer: offlineCausesSchema,
  refusals: ['not_found'],
});

export const explainOfflineToStaff = endpoint({
  name: 'offlineCauses.explainToStaff',
  method: 'GET',
  path: '/api/support/devices/{serial}/offline-causes',
  who: 'staff',
  summary: 'Why any device is offline, for support staff, with the count of connected devices. No position.',
  params,
  answer: offlineCausesSchema,
  refusals: ['not_found'],
});
