import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { companyCardSchema } from './companies.card.schema.ts';
import { isPlainLine } from '../kernel/name.ts';
import { nameSchema } from '../kernel/name.schema.ts';
import { abnAcnOf, companyLengths, isPhone, isWebsite } from './companies.rules.ts';
import { companiesTexts as texts } from './companies.texts.ts';

/** A company as its members and support staff see the company. `abnAcn` contains only digits. */
export const companySchema = companyCardSchema.extend({
  abnAcn: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: instantSchema,
  /** Members of the company, including the owner. */
  members: z.int(),
  devices: z.int(),
});

export type Company = z.infer<typeof companySchema>;

/** A person's relation to a company: owner, accepted employee, or a user who joined by its link. */
export const companyRelationSchema = z.enum(['owner', 'member', 'customer']);

export type CompanyRelation = z.infer<typeof companyRelationSchema>;

export const memberStatusSchema = z.enum(['owner', 'pending', 'accepted', 'declined']);

export type MemberStatus = z.infer<typeof memberStatusSchema>;

/** A row of the employee list: a member, or an invited address. */
export const memberSchema = z.strictObject({
  id: z.uuid(),
  /** Of the certification or the account, else 'Unknown' (COMP-04). */
  name: z.string(),
  email: z.string(),
  status: memberStatusSchema,
  invitedAt: instantSchema,
  respondedAt: instantSchema.nullable(),
  /** Devices of the company that this person registered. */
  devices: z.int(),
  /** Whether this member is the caller. */
  isSelf: z.boolean(),
});

export type Member = z.infer<typeof memberSchema>;

/** A pending invitation to the caller. */
export const invitationToMeSchema = z.strictObject({
  id: z.uuid(),
  company: companyCardSchema,
  invitedAt: instantSchema,
});

export type InvitationToMe = z.infer<typeof invitationToMeSchema>;

/** COMP-07: the company's single active link. */
export const invitationLinkSchema = z.strictObject({
  url: z.string(),
  madeAt: instantSchema,
  endsAt: instantSchema,
  uses: z.int(),
  maxUses: z.int(),
});

export type InvitationLink = z.infer<typeof invitationLinkSchema>;

/** Letters and digits only, 43 characters for 256 bits. A malformed token is treated like any unknown token. */
export const invitationTokenSchema = z.string().min(1).max(200);

const emailSchema = z
  .string(texts.emailMissing)
  .trim()
  .min(1, texts.emailMissing)
  .max(companyLengths.email, texts.emailInvalid)
  .pipe(z.email(texts.emailInvalid))
  .transform((email) => email.normalize('NFC').toLowerCase());

/** The owner's input. Optional fields are null when empty. Also validates the form. */
export const companyDetailsSchema = z.strictObject({
  name: nameSchema(companyLengths.name, {
    missing: texts.nameMissing,
    tooLong: texts.nameTooLong,
    notPlain: texts.nameInvalid,
  }),
  email: emailSchema,
  phone: z.string().trim().max(companyLengths.phone, texts.phoneInvalid).refine(isPhone, texts.phoneInvalid).nullable(),
  website: z
    .string()
    .trim()
    .max(companyLengths.website, texts.websiteInvalid)
    .refine(isWebsite, texts.websiteInvalid)
    .nullable(),
  abnAcn: z
    .string()
    .trim()
    .max(companyLengths.abnAcn, texts.abnAcnInvalid)
    .refine((text) => abnAcnOf(text) !== null, texts.abnAcnInvalid)
    .nullable(),
  address: z.string().trim().min(1).max(companyLengths.address).refine(isPlainLine, texts.addressInvalid).nullable(),
});

export type CompanyDetails = z.infer<typeof companyDetailsSchema>;

/** COMP-04: the person whom the owner invites. */
export const inviteSchema = z.strictObject({
  name: nameSchema(companyLengths.name, {
    missing: texts.inviteMissing,
    tooLong: texts.nameTooLong,
    notPlain: texts.nameInvalid,
  }),
  email: z
    .string(texts.inviteMissing)
    .trim()
    .min(1, texts.inviteMissing)
    .max(companyLengths.email, texts.emailInvalid)
    .pipe(z.email(texts.emailInvalid))
    .transform((email) => email.normalize('NFC').toLowerCase()),
});

export const companyParams = z.strictObject({ id: z.uuid() });
export const memberParams = z.strictObject({ id: z.uuid(), memberId: z.uuid() });
