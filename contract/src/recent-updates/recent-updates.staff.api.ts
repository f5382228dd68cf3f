import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { managedPageSize } from './recent-updates.rules.ts';
import { managedUpdateSchema, updateFieldsSchema } from './recent-updates.staff.schema.ts';

const params = z.strictObject({ id: z.uuid() });

export const listManagedUpdates = endpoint({
  name: 'recentUpdates.listManaged',
  method: 'GET',
  path: '/api/support/updates',
  who: 'staff',
  summary: 'All updates, newest published first, with their number; `next` continues the list.',
  query: z.strictObject({
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(managedPageSize),
  }),
  answer: z.strictObject({
    updates: z.array(managedUpdateSchema),
    total: z.int().nonnegative(),
    next: z.string().nullable(),
  }),
  refusals: [],
});

export const createUpdate = endpoint({
  name: 'recentUpdates.create',
  method: 'POST',
  path: '/api/support/updates',
  who: 'staff',
  summary:
    'Publishes an update: in the feeds, and as an announcement in the banner of the landing page. A repeat with the same id publishes nothing.',
  body: updateFieldsSchema.extend({ id: z.uuid().optional() }),
  answer: managedUpdateSchema,
  refusals: ['conflict'],
});

export const editUpdate = endpoint({
  name: 'recentUpdates.edit',
  method: 'PUT',
  path: '/api/support/updates/{id}',
  who: 'staff',
  summary: 'Saves an edit of an update. Refuses an edit that began before the last one (`conflict`).',
  params,
  body: updateFieldsSchema.extend({ version: z.int().positive() }),
  answer: managedUpdateSchema,
  refusals: ['not_found', 'conflict'],
});

export const deleteUpdate = endpoint({
  name: 'recentUpdates.delete',
  method: 'DELETE',
  path: '/api/support/updates/{id}',
  who: 'staff',
  summary: 'Deletes an update from all pages.',
  params,
  answer: doneAnswer,
  refusals: ['not_found'],
});
