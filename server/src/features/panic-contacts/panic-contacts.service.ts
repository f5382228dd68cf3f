import { randomUUID } from 'node:crypto';
import { contactChanges } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { addressKinds, panicContactRules as rules } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { NewContact, NewPanicSettings, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { ContactChangeMails } from './panic-contacts.changes.service.ts';
import type { AfterCommit, ContactInvitations } from './panic-contacts.invitations.service.ts';
import { addressIn, readContacts, type ContactList, type KnownContact } from './panic-contacts.list.service.ts';
import { lockPanicSettings, updatePanicSettings } from './panic-contacts.settings.store.ts';
import { deleteAddress, deleteContact, insertContact, updateContact, updatePlaces } from './panic-contacts.store.ts';

export interface ContactsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'profileOf'>;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  readonly invitations: ContactInvitations;
  readonly mails: ContactChangeMails;
  readonly list: ContactList;
}

export type PanicContactsService = ReturnType<typeof createPanicContactsService>;

/** A user's panic contacts: add, change, order, remove, invite again. */
export function createPanicContactsService(dependencies: ContactsDependencies) {
  const { database, clock, people, subscription, invitations, mails, list } = dependencies;

  /** Runs a change under the user's lock, and sends the SMS after the commit. Answers the list. */
  const change = async (
    actor: Actor,
    work: (tx: Executor, contacts: readonly KnownContact[]) => Promise<AfterCommit[]>,
  ): Promise<PanicContacts> => {
    const sendings = await database.transaction(async (tx) => {
      await lockPanicSettings(tx, actor.accountId);
      return work(tx, await readContacts(tx, actor.accountId));
    });
    await Promise.all(sendings.map((send) => send()));
    return list(actor);
  };

  const record = async (
    tx: Executor,
    actor: Actor,
    origin: CallOrigin,
    { action, contactId, words }: { action: string; contactId: string | null; words: string | null },
  ): Promise<void> => {
    const subject = { type: 'panic_contact', id: contactId };
    await recordAudit(tx, entryOf(actor.accountId, origin, `panicContacts.${action}`, subject));
    if (words !== null) await mails.changed(tx, actor, words);
  };

  /** Refuses addresses that are the user's own or stand at another contact. */
  const requireNew = async (actor: Actor, contacts: readonly KnownContact[], wanted: NewContact): Promise<void> => {
    const profile = await people.profileOf(actor.accountId);
    const own = { email: actor.email, phone: profile?.phone ?? null };
    for (const kind of addressKinds) {
      const field = `body.${kind}`;
      if (wanted[kind] === null) continue;
      if (wanted[kind] === own[kind]) throw new Refusal('invalid_input', texts.ownAddress, { field });
      if (contacts.some((contact) => addressIn(contact, kind)?.address === wanted[kind]))
        throw new Refusal('conflict', texts.knownAddress, { field });
    }
  };

  const requirePremium = async ({ accountId }: Actor): Promise<void> => {
    if (!(await subscription.isPremium(accountId))) throw new Refusal('premium_required', texts.premium);
  };

  /** Invites each of these addresses. */
  const inviteAll = async (
    tx: Executor,
    actor: Actor,
    contactId: string,
    addresses: readonly { kind: (typeof addressKinds)[number]; address: string }[],
  ): Promise<AfterCommit[]> => {
    const sendings: AfterCommit[] = [];
    for (const { kind, address } of addresses)
      sendings.push(await invitations.invite(tx, actor, { contactId, kind, address }));
    return sendings;
  };

  return {
    list: (actor: Actor): Promise<PanicContacts> => list(actor),

    async add(actor: Actor, origin: CallOrigin, wanted: NewContact): Promise<PanicContacts> {
      await requirePremium(actor);
      if (wanted.phone !== null) invitations.requireUsable(wanted.phone);
      return change(actor, async (tx, contacts) => {
        if (contacts.length >= rules.most) throw new Refusal('conflict', texts.mostContacts);
        await requireNew(actor, contacts, wanted);
        const { name, channels } = wanted;
        const id = randomUUID();
        const place = (contacts.at(-1)?.place ?? -1) + 1;
        await insertContact(tx, { id, accountId: actor.accountId, place, name, channels }, clock.now());
        await record(tx, actor, origin, { action: 'add', contactId: id, words: contactChanges.added(name) });
        return inviteAll(tx, actor, id, addressesOf(wanted));
      });
    },

    async change(actor: Actor, origin: CallOrigin, id: string, wanted: NewContact): Promise<PanicContacts> {
      const isPremium = await subscription.isPremium(actor.accountId);
      return change(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        const fresh = addressesOf(wanted).filter(({ kind, address }) => addressIn(contact, kind)?.address !== address);
        if (fresh.length > 0 && !isPremium) throw new Refusal('premium_required', texts.premium);
        for (const { kind, address } of fresh) if (kind === 'phone') invitations.requireUsable(address);
        const others = contacts.filter((other) => other !== contact);
        await requireNew(actor, others, wanted);
        // A new id ends the links in messages to an earlier address.
        const newId = fresh.length > 0 ? randomUUID() : id;
        await updateContact(tx, { id, newId, name: wanted.name, channels: wanted.channels });
        for (const kind of addressKinds) if (wanted[kind] === null) await deleteAddress(tx, newId, kind);
        await record(tx, actor, origin, {
          action: 'change',
          contactId: newId,
          words: contactChanges.changed(wanted.name),
        });
        return inviteAll(tx, actor, newId, fresh);
      });
    },

    remove: (actor: Actor, origin: CallOrigin, id: string): Promise<PanicContacts> =>
      change(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        await deleteContact(tx, actor.accountId, id);
        await record(tx, actor, origin, {
          action: 'remove',
          contactId: id,
          words: contactChanges.removed(contact.name),
        });
        const email = addressIn(contact, 'email');
        const by = { accountId: actor.accountId, name: `${actor.firstName} ${actor.lastName}` };
        // A contact who counts on being told must learn that no message comes any more.
        if (email?.state === 'agreed') await mails.removed(tx, email.address, by);
        return [];
      }),

    order: (actor: Actor, origin: CallOrigin, ids: readonly string[]): Promise<PanicContacts> =>
      change(actor, async (tx, contacts) => {
        const known = new Set(contacts.map(({ id }) => id));
        const isWhole = ids.length === known.size && ids.every((id) => known.delete(id));
        if (!isWhole) throw new Refusal('conflict', texts.orderChanged);
        await updatePlaces(tx, actor.accountId, ids);
        await record(tx, actor, origin, { action: 'order', contactId: null, words: contactChanges.ordered });
        return [];
      }),

    async invite(actor: Actor, origin: CallOrigin, id: string): Promise<PanicContacts> {
      await requirePremium(actor);
      return change(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        const waiting = contact.addresses.filter(({ state }) => state === 'invited');
        if (waiting.length === 0) throw new Refusal('conflict', texts.nothingToInvite);
        await record(tx, actor, origin, { action: 'invite', contactId: id, words: null });
        return inviteAll(tx, actor, id, waiting);
      });
    },

    saveSettings: (actor: Actor, origin: CallOrigin, settings: NewPanicSettings): Promise<PanicContacts> =>
      change(actor, async (tx) => {
        await updatePanicSettings(tx, actor.accountId, settings);
        await record(tx, actor, origin, { action: 'settings', contactId: null, words: contactChanges.settings });
        return [];
      }),
  };
}

const addressesOf = (wanted: NewContact) =>
  addressKinds.flatMap((kind) => {
    const address = wanted[kind];
    return address === null ? [] : [{ kind, address }];
  });

function contactIn(contacts: readonly KnownContact[], id: string): KnownContact {
  const contact = contacts.find((each) => each.id === id);
  if (contact === undefined) throw new Refusal('not_found', texts.notFound);
  return contact;
}
