import { z } from 'zod';
import { roleSchema } from '../kernel/roles.ts';

/** The signed-in person as the portal shows them. */
export const personSchema = z.strictObject({
  id: z.uuid(),
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  userType: roleSchema,
  timeZone: z.string(),
});

export type Person = z.infer<typeof personSchema>;

/** Where somebody signs in: the portal where nothing is said, or the support staff's own door, which lets nobody else in (SUPL-01). */
export const doorSchema = z.enum(['portal', 'support']);

export type Door = z.infer<typeof doorSchema>;
