import { z } from 'zod';
import { doneAnswer, endpoint } from '../../kernel/endpoint.ts';
import { incidentListAnswer, incidentListQuery, timelineQuery } from '../panic.api.ts';
import { closeIncidentSchema, incidentDetailsSchema, incidentNoteSchema } from '../panic.schema.ts';
import { timelinePageSchema } from '../panic.steps.schema.ts';

const byId = z.strictObject({ id: z.uuid() });
const actions = { method: 'POST', who: 'staff', params: byId, answer: incidentDetailsSchema } as const;

export const listStaffIncidents = endpoint({
  name: 'panic.listForStaff',
  method: 'GET',
  path: '/api/support/panic/incidents',
  who: 'staff',
  summary: 'All incidents, newest first, without positions.',
  query: incidentListQuery,
  answer: incidentListAnswer,
  refusals: [],
});

export const readStaffIncident = endpoint({
  name: 'panic.readForStaff',
  method: 'GET',
  path: '/api/support/panic/incidents/{id}',
  who: 'staff',
  summary: 'An incident with its recipients and timeline, without positions.',
  params: byId,
  answer: incidentDetailsSchema,
  refusals: ['not_found'],
});

export const listStaffSteps = endpoint({
  name: 'panic.stepsForStaff',
  method: 'GET',
  path: '/api/support/panic/incidents/{id}/steps',
  who: 'staff',
  summary: 'Earlier lines of the timeline of an incident; `next` continues.',
  params: byId,
  query: timelineQuery,
  answer: timelinePageSchema,
  refusals: ['not_found'],
});

export const seeStaffIncident = endpoint({
  name: 'panic.seeForStaff',
  method: 'POST',
  path: '/api/support/panic/incidents/{id}/seen',
  who: 'staff',
  summary: 'Records that the incident is on the screen of this staff member.',
  params: byId,
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const takeStaffIncident = endpoint({
  ...actions,
  name: 'panic.takeForStaff',
  path: '/api/support/panic/incidents/{id}/take',
  summary: 'Takes the incident for support.',
  refusals: ['not_found', 'conflict'],
});

export const releaseStaffIncident = endpoint({
  ...actions,
  name: 'panic.releaseForStaff',
  path: '/api/support/panic/incidents/{id}/release',
  summary: 'Gives back an incident that the staff member has taken.',
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const closeStaffIncident = endpoint({
  ...actions,
  name: 'panic.closeForStaff',
  path: '/api/support/panic/incidents/{id}/close',
  summary: 'Closes an incident with an outcome.',
  body: closeIncidentSchema,
  refusals: ['not_found', 'conflict'],
});

export const noteStaffIncident = endpoint({
  ...actions,
  name: 'panic.noteForStaff',
  path: '/api/support/panic/incidents/{id}/notes',
  summary: 'Adds a note to the timeline.',
  body: incidentNoteSchema,
  refusals: ['not_found'],
});
