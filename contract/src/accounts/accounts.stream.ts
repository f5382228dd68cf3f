import { z } from 'zod';
import { streamEvent } from '../kernel/stream.ts';

/** What every page of the person shows of them changed: name, address, or the time zone that their days are counted by. */
export const accountChangedEvent = streamEvent({
  name: 'account.changed',
  delivery: 'sure',
  data: z.strictObject({}),
});
