import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { streamEvent } from '../kernel/stream.ts';
import { setupStates } from './device-setup.schema.ts';

/** Hub, SIM settings or programming of a device changed, or its hub link broke: reload its setup. */
export const setupChangedEvent = streamEvent({
  name: 'device-setup.changed',
  delivery: 'durable',
  data: z.strictObject({ serialNumber: serialSchema, state: z.enum(setupStates), isHubBroken: z.boolean() }),
});
