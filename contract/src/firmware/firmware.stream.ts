import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { streamEvent } from '../kernel/stream.ts';
import { firmwareUpdateSchema } from './firmware.schema.ts';

/** The update of a device that this person sees has come a step further. */
export const firmwareUpdateEvent = streamEvent({
  name: 'firmware.update',
  delivery: 'newest',
  data: z.strictObject({ serialNumber: serialSchema, update: firmwareUpdateSchema }),
});
