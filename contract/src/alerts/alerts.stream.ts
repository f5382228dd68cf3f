import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** The user's list of alerts changed: an alert began, ended, or was read elsewhere. */
export const alertsChangedEvent = streamEvent({
  name: 'alerts.changed',
  delivery: 'durable',
  data: z.strictObject({}),
});
