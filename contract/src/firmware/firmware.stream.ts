import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { streamEvent } from '../kernel/stream.ts';
import { firmwareUpdateSchema } from './firmware.schema.ts';

/** The current or last update of a device that this person sees changed. */
export const firmwareUpdateEvent = streamEvent({
  name: 'firmware.update',
  delivery: 'durable',
  data: z.strictObject({ serialNumber: serialSchema, update: firmwareUpdateSchema }),
});
