import { z } from 'zod';
import { NAME_MAX_LENGTH } from '../auth/sign-up/auth.sign-up.rules.ts';
import { nameSchema } from '../kernel/name.schema.ts';
import { roleSchema } from '../kernel/roles.ts';
import { accountsTexts } from './accounts.texts.ts';
import { isTimeZone } from './accounts.rules.ts';

const line = (missing: string) =>
  nameSchema(NAME_MAX_LENGTH, {
    missing,
    tooLong: accountsTexts.tooLong(NAME_MAX_LENGTH),
    notPlain: accountsTexts.oneLine,
  });

export const firstNameSchema = line(accountsTexts.firstNameMissing);
export const lastNameSchema = line(accountsTexts.lastNameMissing);
export const businessNameSchema = line(accountsTexts.businessNameMissing);
/** A number with spaces, dots and brackets between its 15 digits. */
const PHONE_MAX_TYPED = 40;

/** E.164; whether such a number can exist is decided by the rules of phone numbers. */
export const phoneSchema = z
  .string(accountsTexts.phoneInvalid)
  .trim()
  .max(PHONE_MAX_TYPED, accountsTexts.phoneInvalid)
  .transform((number) => number.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, accountsTexts.phoneInvalid));
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, accountsTexts.timeZoneUnknown);

export const profileSchema = z.strictObject({
  /** The username (SET-01). */
  email: z.email(),
  /** The new address of a pending change, until the user types the code. */
  nextEmail: z.email().nullable(),
  userType: roleSchema,
  status: z.literal('active'),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  /** Of installers alone. */
  businessName: z.string().nullable(),
  timeZone: z.string(),
});

export type Profile = z.infer<typeof profileSchema>;

/** The fields that users may change about themselves. Role, company and plan are not included. */
export const profileChangeSchema = z.strictObject({
  firstName: firstNameSchema.optional(),
  lastName: lastNameSchema.optional(),
  phone: phoneSchema.nullable().optional(),
  businessName: businessNameSchema.optional(),
  timeZone: timeZoneSchema.optional(),
});

export type ProfileChange = z.infer<typeof profileChangeSchema>;
