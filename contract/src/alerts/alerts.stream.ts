import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** The person's list of alerts changed: one began, ended, or was read elsewhere. */
export const alertsChangedEvent = streamEvent({
  name: 'alerts.changed',
  delivery: 'sure',
  data: z.strictObject({}),
});
