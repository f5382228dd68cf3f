import { endpoint } from '../kernel/endpoint.ts';
import { overviewSchema } from './fleet.overview.schema.ts';

export const getOverview = endpoint({
  name: 'devices.overview',
  method: 'GET',
  path: '/api/installer/overview',
  who: 'signed-in',
  summary:
    "Counts, newest registrations and the oldest unanswered command of the devices in the person's list, and how the portal's own parts are.",
  answer: overviewSchema,
  refusals: [],
});
