import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { panicContactRules } from './panic-contacts.rules.ts';
import {
  newContactSchema,
  ownTestSchema,
  panicSettingsChangeSchema,
  panicContactsSchema,
} from './panic-contacts.schema.ts';

const byId = z.strictObject({ id: z.uuid() });

/** Every change answers the whole list, so that the order is the server's. */
const own = { who: 'users', answer: panicContactsSchema } as const;

export const listPanicContacts = endpoint({
  ...own,
  name: 'panicContacts.list',
  method: 'GET',
  path: '/api/panic-contacts',
  summary: 'Your panic contacts in their order, the state of each address, and your own settings for a panic.',
  refusals: [],
});

export const addPanicContact = endpoint({
  ...own,
  name: 'panicContacts.add',
  method: 'POST',
  path: '/api/panic-contacts',
  freshProof: true,
  summary: 'Adds a contact at the end and sends an invitation to each address. Premium. Mails you about the change.',
  body: newContactSchema,
  refusals: ['premium_required', 'conflict'],
});

export const changePanicContact = endpoint({
  ...own,
  name: 'panicContacts.change',
  method: 'PUT',
  path: '/api/panic-contacts/{id}',
  freshProof: true,
  summary: 'Changes a contact. A new address must agree first. Mails you about the change.',
  params: byId,
  body: newContactSchema,
  refusals: ['premium_required', 'not_found', 'conflict'],
});

export const removePanicContact = endpoint({
  ...own,
  name: 'panicContacts.remove',
  method: 'DELETE',
  path: '/api/panic-contacts/{id}',
  freshProof: true,
  summary: 'Removes a contact. Mails you, and the contact who had agreed by email.',
  params: byId,
  refusals: ['not_found'],
});

export const orderPanicContacts = endpoint({
  ...own,
  name: 'panicContacts.order',
  method: 'PUT',
  path: '/api/panic-contacts/order',
  freshProof: true,
  summary: 'Sets the order in which contacts are notified. Names every contact once.',
  body: z.strictObject({ ids: z.array(z.uuid()).max(panicContactRules.most) }),
  refusals: ['conflict'],
});

export const invitePanicContact = endpoint({
  ...own,
  name: 'panicContacts.invite',
  method: 'POST',
  path: '/api/panic-contacts/{id}/invitation',
  summary: 'Sends the invitation again to each address that has not answered. The earlier link ends. Premium.',
  params: byId,
  refusals: ['premium_required', 'not_found', 'conflict'],
});

export const testPanicContact = endpoint({
  ...own,
  name: 'panicContacts.test',
  method: 'POST',
  path: '/api/panic-contacts/{id}/test',
  summary: 'Sends a test by each channel that the contact agreed to, and returns the result of each. Premium.',
  params: byId,
  refusals: ['premium_required', 'not_found', 'conflict'],
});

export const savePanicSettings = endpoint({
  ...own,
  name: 'panicContacts.settings',
  method: 'PUT',
  path: '/api/panic-contacts/settings',
  freshProof: true,
  summary: 'Chooses monthly tests and your own channels in a panic. Mails you about the change.',
  body: panicSettingsChangeSchema,
  refusals: [],
});

export const testOwnPhone = endpoint({
  name: 'panicContacts.testOwn',
  method: 'POST',
  path: '/api/panic-contacts/own-test',
  who: 'users',
  summary: 'Sends a test SMS to your own phone number, and answers the number and the result. Premium.',
  answer: ownTestSchema,
  refusals: ['premium_required', 'conflict'],
});
