import { z } from 'zod';
import { roleSchema } from '../kernel/roles.ts';

/** The signed-in user as the portal shows the account. */
export const personSchema = z.strictObject({
  id: z.uuid(),
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  userType: roleSchema,
  timeZone: z.string(),
});

export type Person = z.infer<typeof personSchema>;

/**
 * The sign-in entrance: the portal by default, or the support staff's own entrance, which admits only support staff
 * (SUPL-01).
 */
export const doorSchema = z.enum(['portal', 'support']);

export type Door = z.infer<typeof doorSchema>;
