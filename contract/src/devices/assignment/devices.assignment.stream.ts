import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.ts';
import { streamEvent } from '../../kernel/stream.ts';

/** To the user of a device: it is theirs now, or somebody took it from them. */
export const assignmentChangedEvent = streamEvent({
  name: 'devices.assignment',
  delivery: 'sure',
  data: z.strictObject({ serialNumber: serialSchema, what: z.enum(['assigned', 'ended']) }),
});
