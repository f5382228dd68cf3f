import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.ts';
import { instantSchema } from '../../kernel/time.ts';

/** A device that somebody took from its user, who has not given it back. */
export const takenDeviceSchema = z.strictObject({
  serialNumber: serialSchema,
  endedAt: instantSchema,
});

export type TakenDevice = z.infer<typeof takenDeviceSchema>;
