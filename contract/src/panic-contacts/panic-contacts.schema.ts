import { z } from 'zod';
import { phoneSchema } from '../accounts/accounts.schema.ts';
import { normaliseEmail } from '../kernel/email-address.ts';
import { nameSchema } from '../kernel/name.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { addressOf, addressStates, contactChannels, panicContactRules, testOutcomes } from './panic-contacts.rules.ts';
import { panicContactsTexts as texts } from './panic-contacts.texts.ts';

const channelsSchema = z
  .array(z.enum(contactChannels))
  .max(contactChannels.length)
  .refine((channels) => new Set(channels).size === channels.length, texts.channelsMissing);

const addressSchema = z.strictObject({
  value: z.string(),
  state: z.enum(addressStates),
  /** Also agreed to monthly tests. */
  allowsDrills: z.boolean(),
  invitedAt: instantSchema,
  /** The end of the invitation. An address that has answered has none. */
  expiresAt: instantSchema.nullable(),
  /** The invitation could not be sent. */
  isFailed: z.boolean(),
});

export type ContactAddress = z.infer<typeof addressSchema>;

export const contactTestSchema = z.strictObject({
  at: instantSchema,
  results: z.partialRecord(z.enum(contactChannels), z.enum(testOutcomes)),
});

export type ContactTest = z.infer<typeof contactTestSchema>;

export const ownTestSchema = z.strictObject({ phone: z.string(), outcome: z.enum(['sent', 'failed']) });

export type OwnTestResult = z.infer<typeof ownTestSchema>;

export const panicContactSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: addressSchema.nullable(),
  phone: addressSchema.nullable(),
  channels: z.array(z.enum(contactChannels)),
  /** Whether a browser receives push messages. Null: unknown until the email address has agreed. */
  hasBrowser: z.boolean().nullable(),
  lastTest: contactTestSchema.nullable(),
});

export type PanicContact = z.infer<typeof panicContactSchema>;

const panicSettingsSchema = z.strictObject({
  /** A monthly test of the whole chain. */
  wantsDrills: z.boolean(),
  /** The wearer's own channels. The portal always shows a panic. */
  channels: channelsSchema,
});

/** Holds only what changes, so that an outdated page does not turn off a channel that another page turned on. */
export const panicSettingsChangeSchema = z.strictObject({
  wantsDrills: z.boolean().optional(),
  channels: z.strictObject({ push: z.boolean(), email: z.boolean(), sms: z.boolean() }).partial().optional(),
});

export type PanicSettingsChange = z.infer<typeof panicSettingsChangeSchema>;

export const panicContactsSchema = z.strictObject({
  /** In the order in which they are notified. */
  contacts: z.array(panicContactSchema),
  settings: panicSettingsSchema,
  isPremium: z.boolean(),
  /** The server has an SMS gateway. */
  hasSms: z.boolean(),
  /** The account has a phone number. */
  hasPhone: z.boolean(),
  /** After so many milliseconds without anyone taking the incident. */
  nextContactMs: z.int().positive(),
  supportMs: z.int().positive(),
});

export type PanicContacts = z.infer<typeof panicContactsSchema>;

export const newContactSchema = z
  .strictObject({
    name: nameSchema(panicContactRules.nameMaxLength, {
      missing: texts.nameMissing,
      tooLong: texts.nameTooLong,
    }),
    email: z
      .string()
      .max(254, texts.emailInvalid)
      .transform(normaliseEmail)
      .pipe(z.email(texts.emailInvalid))
      .nullable(),
    phone: phoneSchema.nullable(),
    channels: channelsSchema.min(1, texts.channelsMissing),
  })
  .superRefine(({ email, phone, channels }, context) => {
    const has = { email: email !== null, phone: phone !== null };
    for (const kind of ['email', 'phone'] as const)
      if (!has[kind] && channels.some((channel) => addressOf[channel] === kind))
        context.addIssue({ code: 'custom', path: [kind], message: texts.addressMissing[kind] });
  });

export type NewContact = z.infer<typeof newContactSchema>;
