import { randomUUID } from 'node:crypto';
import { fullName } from '@trace/contract/kernel/full-name';
import {
  contactAddressRemoved,
  contactChanges,
  contactRemoved,
} from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import {
  addressKinds,
  panicContactRules as rules,
  type AddressKind,
} from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { NewContact, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { contactIn, type ContactChange } from './panic-contacts.change.service.ts';
import type { ContactAddressee, ContactInvitations } from './panic-contacts.invitations.service.ts';
import { addressIn, type KnownContact } from './panic-contacts.list.service.ts';
import type { AddressRemovalHandler, ContactEndHandler } from './panic-contacts.port.ts';
import type { SendRemoval } from './panic-contacts.removal-messages.service.ts';
import {
  deleteAddress,
  deleteContact,
  insertContact,
  lockAgreedAddresses,
  updateContact,
} from './panic-contacts.store.ts';

export interface ContactsDependencies {
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'profileOf'>;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  readonly invitations: ContactInvitations;
  readonly sendRemoval: SendRemoval;
  readonly change: ContactChange;
  ended: ContactEndHandler;
  addressRemoved: AddressRemovalHandler;
}

export type PanicContactsService = ReturnType<typeof createPanicContactsService>;

/** A user's panic contacts: add, change and remove. */
export function createPanicContactsService(dependencies: ContactsDependencies) {
  const { clock, people, subscription, invitations, sendRemoval, change, ended, addressRemoved } = dependencies;

  /** Refuses addresses that are the user's own or stand at another contact. */
  const requireNew = async (actor: Actor, contacts: readonly KnownContact[], wanted: NewContact): Promise<void> => {
    const profile = await people.profileOf(actor.accountId);
    const own = { email: actor.email, phone: profile?.phone ?? null };
    for (const { kind, address } of addressesOf(wanted)) {
      const field = `body.${kind}`;
      if (address === own[kind]) throw new Refusal('invalid_input', texts.ownAddress, { field });
      if (contacts.some((contact) => addressIn(contact, kind)?.address === address))
        throw new Refusal('conflict', texts.knownAddress, { field });
    }
  };

  /** A contact who counts on alarms must learn that no alarm comes to an address any more. */
  const tellRemoved = async (
    tx: Executor,
    actor: Actor,
    contact: KnownContact,
    next: Pick<NewContact, AddressKind> | null,
  ): Promise<void> => {
    const words = next === null ? contactRemoved : contactAddressRemoved;
    for (const { kind, address, state } of contact.addresses)
      if (state === 'agreed' && address !== next?.[kind])
        await sendRemoval(tx, { kind, address }, fullName(actor), words);
  };

  return {
    async add(actor: Actor, origin: CallOrigin, wanted: NewContact): Promise<PanicContacts> {
      await change.requirePremium(actor);
      if (wanted.phone !== null) invitations.requireUsable(wanted.phone);
      return change.run(actor, async (tx, contacts) => {
        if (contacts.length >= rules.most) throw new Refusal('conflict', texts.mostContacts);
        await requireNew(actor, contacts, wanted);
        const { name, channels } = wanted;
        const id = randomUUID();
        const place = (contacts.at(-1)?.place ?? -1) + 1;
        await insertContact(tx, { id, accountId: actor.accountId, place, name, channels }, clock.now());
        await change.record(tx, actor, origin, { action: 'add', contactId: id, words: contactChanges.added(name) });
        await change.inviteAll(tx, actor, id, addressesOf(wanted));
      });
    },

    async change(actor: Actor, origin: CallOrigin, id: string, wanted: NewContact): Promise<PanicContacts> {
      const isPremium = await subscription.isPremium(actor.accountId);
      return change.run(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        const fresh = addressesOf(wanted).filter(({ kind, address }) => addressIn(contact, kind)?.address !== address);
        if (fresh.length > 0 && !isPremium) throw new Refusal('premium_required', texts.premium);
        for (const { kind, address } of fresh) if (kind === 'phone') invitations.requireUsable(address);
        const others = contacts.filter((other) => other !== contact);
        await requireNew(actor, others, wanted);
        const { name, channels } = wanted;
        // A new id ends the links in messages to an earlier address.
        const newId = fresh.length > 0 ? randomUUID() : id;
        await updateContact(tx, { id, newId, name, channels });
        const removed = addressKinds.filter((kind) => wanted[kind] === null && addressIn(contact, kind) !== undefined);
        for (const kind of removed) await deleteAddress(tx, newId, kind);
        if (newId !== id || (await lockAgreedAddresses(tx, newId)) === 0) await ended(tx, id);
        else for (const kind of removed) await addressRemoved(tx, id, kind);
        const words = contactChanges.changed(name);
        await change.record(tx, actor, origin, { action: 'change', contactId: newId, words });
        await tellRemoved(tx, actor, contact, wanted);
        await change.inviteAll(tx, actor, newId, fresh);
      });
    },

    remove: (actor: Actor, origin: CallOrigin, id: string): Promise<PanicContacts> =>
      change.run(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        await deleteContact(tx, actor.accountId, id);
        await ended(tx, id);
        const words = contactChanges.removed(contact.name);
        await change.record(tx, actor, origin, { action: 'remove', contactId: id, words });
        await tellRemoved(tx, actor, contact, null);
      }),
  };
}

const addressesOf = (wanted: NewContact): ContactAddressee[] =>
  addressKinds.flatMap((kind) => {
    const address = wanted[kind];
    return address === null ? [] : [{ kind, address }];
  });
