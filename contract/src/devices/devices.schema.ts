import { z } from 'zod';
import { companyCardSchema } from '../companies/companies.card.schema.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';

/** One device of a person's list. `name` is the nickname, or 'Device {serial}'. */
export const deviceSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  hubId: z.string().nullable(),
  dateRegistered: instantSchema,
  dateAssigned: instantSchema.nullable(),
  /** GUARD-05: whose logo its user sees, and whom to call; null where no company stands for it. */
  company: companyCardSchema.nullable(),
  /** IDEV-10: the serial that took its place; only its history is left. Null: it is in use. */
  replacedBy: serialSchema.nullable(),
});

export type Device = z.infer<typeof deviceSchema>;

export const deviceParams = z.strictObject({ serial: serialSchema });
