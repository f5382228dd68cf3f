import { z } from 'zod';
import { instantSchema } from '../kernel/time.ts';
import { companyCardSchema } from './companies.card.schema.ts';
import { abnAcnOf, companyLengths, isPhone, isPlainLine, isWebsite } from './companies.rules.ts';
import { companiesTexts as texts } from './companies.texts.ts';

/** A company as its own people and support see it. `abnAcn` is digits alone. */
export const companySchema = companyCardSchema.extend({
  abnAcn: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: instantSchema,
  /** People who belong to it, the owner among them. */
  members: z.int(),
  devices: z.int(),
});

export type Company = z.infer<typeof companySchema>;

/** How a person belongs to a company: as its owner, an accepted employee, or a user who came by its link. */
export const companyRelationSchema = z.enum(['owner', 'member', 'customer']);

export type CompanyRelation = z.infer<typeof companyRelationSchema>;

export const memberStatusSchema = z.enum(['owner', 'pending', 'accepted', 'declined']);

export type MemberStatus = z.infer<typeof memberStatusSchema>;

/** One row of the employees: a person, or an address that has been invited. */
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
  /** Whether it is the one who asks. */
  isSelf: z.boolean(),
});

export type Member = z.infer<typeof memberSchema>;

/** An invitation to the person who asks, waiting for an answer. */
export const invitationToMeSchema = z.strictObject({
  id: z.uuid(),
  company: companyCardSchema,
  invitedAt: instantSchema,
});

export type InvitationToMe = z.infer<typeof invitationToMeSchema>;

/** COMP-07: the one link of a company that works now. */
export const invitationLinkSchema = z.strictObject({
  url: z.string(),
  madeAt: instantSchema,
  endsAt: instantSchema,
  uses: z.int(),
  maxUses: z.int(),
});

export type InvitationLink = z.infer<typeof invitationLinkSchema>;

/** Bare letters and digits, 43 of them for 256 bits; what does not look like one is as unknown as any. */
export const invitationTokenSchema = z.string().min(1).max(200);

const emailSchema = z
  .string(texts.emailMissing)
  .trim()
  .min(1, texts.emailMissing)
  .max(companyLengths.email, texts.emailInvalid)
  .pipe(z.email(texts.emailInvalid))
  .transform((email) => email.normalize('NFC').toLowerCase());

/** What the owner fills in; what is optional is null when it is empty. Also checks the form. */
export const companyDetailsSchema = z.strictObject({
  name: z
    .string(texts.nameMissing)
    .trim()
    .min(1, texts.nameMissing)
    .max(companyLengths.name)
    .refine(isPlainLine, texts.nameInvalid),
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

/** COMP-04: whom the owner invites. */
export const inviteSchema = z.strictObject({
  name: z
    .string(texts.inviteMissing)
    .trim()
    .min(1, texts.inviteMissing)
    .max(companyLengths.name)
    .refine(isPlainLine, texts.nameInvalid),
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
