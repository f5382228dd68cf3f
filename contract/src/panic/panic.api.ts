import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { panicRules } from './panic.rules.ts';
import { closeIncidentSchema, incidentDetailsSchema, incidentNoteSchema, incidentSchema } from './panic.schema.ts';
import { timelineCursorSchema, timelinePageSchema } from './panic.steps.schema.ts';

const byId = z.strictObject({ id: z.uuid() });

/** `active`: neither taken nor closed, or taken and not closed. */
export const incidentListQuery = z.strictObject({
  state: z.enum(['active', 'closed']).default('active'),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(panicRules.mostPerPage).default(panicRules.pageSize),
});

export const incidentListAnswer = z.strictObject({ incidents: z.array(incidentSchema), next: z.string().nullable() });

export const listIncidents = endpoint({
  name: 'panic.list',
  method: 'GET',
  path: '/api/panic/incidents',
  who: 'signed-in',
  summary:
    "Lists incidents of the caller's devices, of users who chose the caller as a contact, and of devices of the caller's company.",
  query: incidentListQuery,
  answer: incidentListAnswer,
  refusals: ['forbidden'],
});

export const readIncident = endpoint({
  name: 'panic.read',
  method: 'GET',
  path: '/api/panic/incidents/{id}',
  who: 'signed-in',
  summary: 'An incident with its recipients and timeline; with positions for the wearer and notified contacts.',
  params: byId,
  answer: incidentDetailsSchema,
  refusals: ['not_found'],
});

export const timelineQuery = z.strictObject({ after: timelineCursorSchema });

export const listSteps = endpoint({
  name: 'panic.steps',
  method: 'GET',
  path: '/api/panic/incidents/{id}/steps',
  who: 'signed-in',
  summary: 'Earlier lines of the timeline of an incident; `next` continues.',
  params: byId,
  query: timelineQuery,
  answer: timelinePageSchema,
  refusals: ['not_found'],
});

const actions = { method: 'POST', who: 'signed-in', params: byId, answer: incidentDetailsSchema } as const;

export const seeIncident = endpoint({
  name: 'panic.see',
  method: 'POST',
  path: '/api/panic/incidents/{id}/seen',
  who: 'signed-in',
  summary: 'Records that the incident is on the screen of this person.',
  params: byId,
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const takeIncident = endpoint({
  ...actions,
  name: 'panic.take',
  path: '/api/panic/incidents/{id}/take',
  summary: 'Takes the incident for the caller. The others stop ringing, and the wearer is told.',
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const releaseIncident = endpoint({
  ...actions,
  name: 'panic.release',
  path: '/api/panic/incidents/{id}/release',
  summary: 'Gives a taken incident back. Everyone notified so far is notified again, and the chain goes on.',
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const closeIncident = endpoint({
  ...actions,
  name: 'panic.close',
  path: '/api/panic/incidents/{id}/close',
  summary: 'Closes the incident with an outcome. For the person who took it, the wearer and support.',
  body: closeIncidentSchema,
  refusals: ['not_found', 'forbidden', 'conflict'],
});

export const noteIncident = endpoint({
  ...actions,
  name: 'panic.note',
  path: '/api/panic/incidents/{id}/notes',
  summary: 'Adds a note to the timeline.',
  body: incidentNoteSchema,
  refusals: ['not_found', 'forbidden'],
  limit: { calls: 60, windowSec: 3_600 },
});
