import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { streamEvent } from '../../kernel/stream.ts';

/** Sent to the user of a device: the device was assigned to the user, or another person ended the assignment. */
export const assignmentChangedEvent = streamEvent({
  name: 'devices.assignment',
  delivery: 'durable',
  data: z.strictObject({ serialNumber: serialSchema, what: z.enum(['assigned', 'ended']) }),
});
