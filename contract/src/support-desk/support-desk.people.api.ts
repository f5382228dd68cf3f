import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import {
  deskCompaniesSchema,
  deskCompanyPageSchema,
  deskPeopleSchema,
  deskPersonPageSchema,
  deskQuerySchema,
} from './support-desk.schema.ts';

const byId = z.strictObject({ id: z.uuid() });

export const listDeskCompanies = endpoint({
  name: 'supportDesk.companies',
  method: 'GET',
  path: '/api/support/companies',
  who: 'staff',
  summary: 'All companies, newest first, with owner and counts; searched by name, email, phone or owner.',
  query: deskQuerySchema,
  answer: deskCompaniesSchema,
  refusals: [],
});

export const getDeskCompany = endpoint({
  name: 'supportDesk.company',
  method: 'GET',
  path: '/api/support/companies/{id}',
  who: 'staff',
  summary: 'A company with its owner, employees and contact details.',
  params: byId,
  answer: deskCompanyPageSchema,
  refusals: ['not_found'],
});

export const listDeskUsers = endpoint({
  name: 'supportDesk.users',
  method: 'GET',
  path: '/api/support/users',
  who: 'staff',
  summary: 'All user accounts and all addresses with devices and no account yet, newest first.',
  query: deskQuerySchema.extend({
    /** `devices`: only people with a device. `waiting`: only addresses without an account. */
    show: z.enum(['devices', 'waiting']).optional(),
  }),
  answer: deskPeopleSchema,
  refusals: [],
});

export const listDeskInstallers = endpoint({
  name: 'supportDesk.installers',
  method: 'GET',
  path: '/api/support/installers',
  who: 'staff',
  summary: 'All installer accounts, newest first.',
  query: deskQuerySchema,
  answer: deskPeopleSchema,
  refusals: [],
});

export const getDeskPerson = endpoint({
  name: 'supportDesk.person',
  method: 'GET',
  path: '/api/support/people/{id}',
  who: 'staff',
  summary: 'A user or an installer with devices, plan, sessions, certification and tickets.',
  params: byId,
  answer: deskPersonPageSchema,
  refusals: ['not_found'],
});
