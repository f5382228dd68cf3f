import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deskCountsSchema, deskFoundSchema, searchSchema } from './support-desk.schema.ts';

export const getDeskCounts = endpoint({
  name: 'supportDesk.counts',
  method: 'GET',
  path: '/api/support/counts',
  who: 'staff',
  summary: 'The figures of the support dashboard: devices, tickets, companies, users and installers.',
  holdsNoPersonalData: true,
  answer: deskCountsSchema,
  refusals: [],
});

export const searchDesk = endpoint({
  name: 'supportDesk.search',
  method: 'GET',
  path: '/api/support/search',
  who: 'staff',
  summary: 'The newest devices, people and companies that match a part of a serial, a name, a hub or an email.',
  query: z.strictObject({ search: searchSchema.min(1) }),
  answer: deskFoundSchema,
  refusals: [],
});
