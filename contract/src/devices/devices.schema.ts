import { z } from 'zod';
import { companyCardSchema } from '../companies/companies.card.schema.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';

/** A device in a user's list. `name` is the nickname, or 'Device {serial}'. */
export const deviceSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  hubId: z.string().nullable(),
  dateRegistered: instantSchema,
  dateAssigned: instantSchema.nullable(),
  /**
   * GUARD-05: the company whose logo the device's user sees and whom the user calls. Null when no company is
   * responsible.
   */
  company: companyCardSchema.nullable(),
  /**
   * IDEV-10: the serial that replaced this device, of which only the history is left. Null while the device is in use.
   */
  replacedBy: serialSchema.nullable(),
});

export type Device = z.infer<typeof deviceSchema>;

export const deviceParams = z.strictObject({ serial: serialSchema });
