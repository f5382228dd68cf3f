import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';

/** A device that another person unassigned from its user, and that the user has not given back. */
export const takenDeviceSchema = z.strictObject({
  serialNumber: serialSchema,
  endedAt: instantSchema,
});

export type TakenDevice = z.infer<typeof takenDeviceSchema>;
