// The page of a contact, opened by a link in a message. The token stays in the fragment of the link and reaches the
// server only in bodies.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { contactChannels } from '../panic-contacts.rules.ts';

/** An invitation is a random token. A contact's own link is the contact's id with a signature. */
const invitationBody = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) });
const contactBody = z.strictObject({ token: z.string().regex(/^[0-9a-f-]{36}\.[\w-]{22}$/) });

const contactPageSchema = z.strictObject({
  kind: z.literal('contact'),
  /** The full name of the user who asked. */
  asker: z.string(),
  /** By which channels this contact is notified. */
  channels: z.array(z.enum(contactChannels)),
  allowsDrills: z.boolean(),
  /** The page from which the contact can stop, for keeping. */
  link: z.url(),
});

export const consentPageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invitation'), asker: z.string(), by: z.enum(['email', 'phone']) }),
  contactPageSchema,
  /** The contact has declined or stopped. */
  z.strictObject({ kind: z.literal('left'), asker: z.string() }),
]);

export type ConsentPage = z.infer<typeof consentPageSchema>;

const call = { method: 'POST', who: 'anybody', answer: consentPageSchema } as const;
const limit = { calls: 60, windowSec: 3_600 };

export const seePanicConsent = endpoint({
  ...call,
  name: 'panicContacts.seeConsent',
  path: '/api/panic-contact-consent/see',
  summary: 'What the link in an invitation or message is about: who asked, and the state of this contact.',
  body: z.union([invitationBody, contactBody]),
  refusals: ['gone'],
  limit,
});

export const answerPanicConsent = endpoint({
  ...call,
  name: 'panicContacts.answerConsent',
  path: '/api/panic-contact-consent/answer',
  summary: 'Agrees or declines by the link of an invitation, once. The user who asked is mailed.',
  body: invitationBody.extend({ agrees: z.boolean(), allowsDrills: z.boolean() }),
  refusals: ['gone'],
  limit,
});

export const changePanicConsent = endpoint({
  ...call,
  name: 'panicContacts.changeConsent',
  path: '/api/panic-contact-consent/drills',
  summary: 'Turns monthly tests on or off for a contact who has agreed.',
  body: contactBody.extend({ allowsDrills: z.boolean() }),
  refusals: ['gone'],
  limit,
});

export const stopPanicConsent = endpoint({
  ...call,
  name: 'panicContacts.stopConsent',
  path: '/api/panic-contact-consent/stop',
  summary: 'Ends being a contact, at every address. The user who asked is mailed.',
  body: contactBody,
  refusals: ['gone'],
  limit,
});
