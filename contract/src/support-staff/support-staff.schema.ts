import { z } from 'zod';
import { newEmailSchema } from '../auth/sign-up/auth.sign-up.schema.ts';
import { nameSchema } from '../kernel/name.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { staffRules } from './support-staff.rules.ts';
import { staffTexts as texts } from './support-staff.list.texts.ts';

export const staffMemberSchema = z.strictObject({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  /** True until the person has set a password by the link of the email. */
  isInvited: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

export type StaffMember = z.infer<typeof staffMemberSchema>;

const ownNameSchema = (missing: string) =>
  nameSchema(staffRules.nameMaxLength, { missing, tooLong: texts.nameTooLong });

export const newStaffSchema = z.strictObject({
  email: newEmailSchema,
  firstName: ownNameSchema(texts.firstNameMissing),
  lastName: ownNameSchema(texts.lastNameMissing),
});

export type NewStaff = z.infer<typeof newStaffSchema>;

/** Values that are left out stay as they are. */
export const staffChangeSchema = z.strictObject({ isActive: z.boolean().optional(), isAdmin: z.boolean().optional() });

export type StaffChange = z.infer<typeof staffChangeSchema>;
