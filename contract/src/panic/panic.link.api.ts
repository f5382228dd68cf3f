// The incident for a contact without an account: the link in the SMS and email carries a token in its fragment, so the
// token reaches the server only in bodies and never in addresses.
import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { INCIDENT_TOKEN } from './panic.rules.ts';
import { closeIncidentSchema, incidentDetailsSchema, incidentNoteSchema } from './panic.schema.ts';
import { timelineCursorSchema, timelinePageSchema } from './panic.steps.schema.ts';

const linkBody = z.strictObject({ token: z.string().regex(INCIDENT_TOKEN) });

const call = { method: 'POST', who: 'anybody', answer: incidentDetailsSchema } as const;
const limit = { calls: 120, windowSec: 60 };

export const readByLink = endpoint({
  ...call,
  name: 'panic.readByLink',
  path: '/api/panic/link/read',
  summary: 'The incident of a contact’s link, with positions while the incident is open. Writes the access log.',
  body: linkBody,
  refusals: ['not_found'],
  limit,
});

export const listStepsByLink = endpoint({
  ...call,
  name: 'panic.stepsByLink',
  path: '/api/panic/link/steps',
  summary: 'Earlier lines of the timeline of the incident of a contact’s link.',
  body: linkBody.extend({ after: timelineCursorSchema }),
  answer: timelinePageSchema,
  refusals: ['not_found'],
  limit,
});

export const seeByLink = endpoint({
  ...call,
  name: 'panic.seeByLink',
  path: '/api/panic/link/seen',
  summary: 'Records that the incident is on the contact’s screen.',
  body: linkBody,
  answer: doneAnswer,
  refusals: ['not_found'],
  limit,
});

export const takeByLink = endpoint({
  ...call,
  name: 'panic.takeByLink',
  path: '/api/panic/link/take',
  summary: 'Takes the incident for the contact of the link.',
  body: linkBody,
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit,
});

export const releaseByLink = endpoint({
  ...call,
  name: 'panic.releaseByLink',
  path: '/api/panic/link/release',
  summary: 'Gives back the incident that the contact of the link has taken.',
  body: linkBody,
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit,
});

export const closeByLink = endpoint({
  ...call,
  name: 'panic.closeByLink',
  path: '/api/panic/link/close',
  summary: 'Closes the incident that the contact of the link has taken.',
  body: linkBody.extend(closeIncidentSchema.shape),
  refusals: ['not_found', 'forbidden', 'conflict'],
  limit,
});

export const noteByLink = endpoint({
  ...call,
  name: 'panic.noteByLink',
  path: '/api/panic/link/notes',
  summary: 'Adds a note of the contact to the timeline.',
  body: linkBody.extend(incidentNoteSchema.shape),
  refusals: ['not_found', 'forbidden'],
  limit,
});
