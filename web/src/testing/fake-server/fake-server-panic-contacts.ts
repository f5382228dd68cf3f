import {
  addPanicContact,
  changePanicContact,
  invitePanicContact,
  listPanicContacts,
  orderPanicContacts,
  removePanicContact,
  savePanicSettings,
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import {
  answerPanicConsent,
  seePanicConsent,
  stopPanicConsent,
  type ConsentPage,
} from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { contactChannels } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { ContactAddress, PanicContact, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { ago } from './devices/fake-server-status.ts';
import type { FakeServer } from './fake-server.ts';

export const noContacts = (change: Partial<PanicContacts> = {}): PanicContacts => ({
  contacts: [],
  settings: { wantsDrills: false, channels: ['push', 'email'] },
  ...{ isPremium: false, hasSms: true, hasPhone: true, nextContactMs: 30_000, supportMs: 90_000 },
  ...change,
});

export const anAddress = (value: string, change: Partial<ContactAddress> = {}): ContactAddress => ({
  ...{ value, state: 'agreed', allowsDrills: false, invitedAt: ago(60), expiresAt: null, isFailed: false },
  ...change,
});

export const aContact = (name: string, change: Partial<PanicContact> = {}): PanicContact => ({
  ...{ id: crypto.randomUUID(), name, email: anAddress(`${name.toLowerCase()}@post.example`), phone: null },
  ...{ channels: ['email'], hasBrowser: false, lastTest: null },
  ...change,
});

export const ownToken = `0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3c001.${'s'.repeat(22)}`;
const ownLink = `https://trace.example/panic-contact#${ownToken}`;

/** Answers like the server, from `world.panicContacts`. */
export function servePanicContacts(server: FakeServer, world: { panicContacts: PanicContacts }): void {
  const change = (contacts: PanicContact[]): PanicContacts => {
    world.panicContacts = { ...world.panicContacts, contacts };
    return world.panicContacts;
  };
  const known = (id: string): PanicContact => world.panicContacts.contacts.find((contact) => contact.id === id)!;
  const put = (next: PanicContact): PanicContacts =>
    change(world.panicContacts.contacts.map((contact) => (contact.id === next.id ? next : contact)));
  const invited = (value: string | null): ContactAddress | null =>
    value === null ? null : anAddress(value, { state: 'invited', expiresAt: ago(-60 * 24 * 14) });

  server.on(listPanicContacts, () => world.panicContacts);
  server.on(addPanicContact, ({ body: { name, email, phone, channels } }) => {
    const added = aContact(name, { email: invited(email), phone: invited(phone), channels, hasBrowser: null });
    return change([...world.panicContacts.contacts, added]);
  });
  // Before the change of a contact, whose path matches these paths too.
  server.on(orderPanicContacts, ({ body }) => change(body.ids.map(known)));
  server.on(savePanicSettings, ({ body }) => {
    const { settings: before } = world.panicContacts;
    const { wantsDrills = before.wantsDrills, channels = {} } = body;
    const settings = {
      wantsDrills,
      channels: contactChannels.filter((channel) => channels[channel] ?? before.channels.includes(channel)),
    };
    world.panicContacts = { ...world.panicContacts, settings };
    return world.panicContacts;
  });
  server.on(changePanicContact, ({ params, body: { name, channels } }) => put({ ...known(params.id), name, channels }));
  server.on(removePanicContact, ({ params }) =>
    change(world.panicContacts.contacts.filter(({ id }) => id !== params.id)),
  );
  server.on(invitePanicContact, ({ params }) => put(known(params.id)));
  server.on(testPanicContact, ({ params }) => {
    const contact = known(params.id);
    const results = Object.fromEntries(
      contact.channels.map((channel) => [channel, { push: 'no_browser', email: 'queued', sms: 'sent' }[channel]]),
    );
    return put({ ...contact, lastTest: { at: ago(0), results } });
  });

  server.on(testOwnPhone, () => ({ phone: '+61491570156', outcome: 'sent' as const }));

  const asker = 'Mia Novak';
  server.on(seePanicConsent, () => ({ kind: 'invitation', asker, by: 'email' }) as const);
  server.on(answerPanicConsent, ({ body: { allowsDrills } }) => {
    const page: ConsentPage = { kind: 'contact', asker, channels: ['email'], allowsDrills, link: ownLink };
    return page;
  });
  server.on(stopPanicConsent, () => ({ kind: 'left', asker }) as const);
}
