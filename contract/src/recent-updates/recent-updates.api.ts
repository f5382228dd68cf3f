import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ANNOUNCEMENT_PATH, FEED_SIZE } from './recent-updates.rules.ts';
import { announcementSchema, recentUpdateSchema } from './recent-updates.schema.ts';

export const listRecentUpdates = endpoint({
  name: 'recentUpdates.list',
  method: 'GET',
  path: '/api/recent-updates',
  who: 'anybody',
  summary: 'The active updates, newest published first, at most 10.',
  answer: z.strictObject({ updates: z.array(recentUpdateSchema).max(FEED_SIZE) }),
  refusals: [],
});

export const getAnnouncement = endpoint({
  name: 'recentUpdates.announcement',
  method: 'GET',
  path: ANNOUNCEMENT_PATH,
  who: 'anybody',
  summary: 'The newest active announcement, or null: the banner of the landing page.',
  answer: z.strictObject({ announcement: announcementSchema.nullable() }),
  refusals: [],
});
