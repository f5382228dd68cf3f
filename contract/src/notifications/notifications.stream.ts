import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** Notifications to the reader's audience changed: one was sent, withdrawn, or read in another tab. */
export const notificationsChangedEvent = streamEvent({
  name: 'notifications.changed',
  delivery: 'durable',
  data: z.strictObject({}),
});
