import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { hubReportingSchema, newHubAccountSchema } from './hub-receiver.schema.ts';

export const getHubReporting = endpoint({
  name: 'hubReceiver.state',
  method: 'GET',
  path: '/api/devices/{serial}/hub-reporting',
  who: 'signed-in',
  summary: 'Returns how the hub of a device reports directly, without its key, and when it reported last.',
  params: deviceParams,
  answer: hubReportingSchema,
  refusals: ['not_found', 'forbidden'],
});

export const saveHubReporting = endpoint({
  name: 'hubReceiver.save',
  method: 'PUT',
  path: '/api/devices/{serial}/hub-reporting',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Lets the hub of a device report directly by SIA DC-09, or changes its account number or key. Notifies user and installer.',
  params: deviceParams,
  body: newHubAccountSchema,
  answer: hubReportingSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
  // Numbers of other hubs are refused, so a low limit keeps them from being found by trying.
  limit: { calls: 30, windowSec: 3_600 },
});

export const removeHubReporting = endpoint({
  name: 'hubReceiver.remove',
  method: 'DELETE',
  path: '/api/devices/{serial}/hub-reporting',
  who: 'signed-in',
  freshProof: true,
  summary: 'Ends the direct reports of the hub of a device. Notifies user and installer.',
  params: deviceParams,
  answer: hubReportingSchema,
  refusals: ['not_found', 'forbidden'],
});
