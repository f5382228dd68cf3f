import { fullName } from '@trace/contract/kernel/full-name';
import { addressOf, type AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { ConsentPage } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { contactChanges } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { Account, PeoplePort } from '#features/people/people.port';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { ContactEndHandler } from '../panic-contacts.port.ts';
import type { ContactChangeMails } from '../panic-contacts.mails.service.ts';
import type { ContactLinks } from '../panic-contacts.links.service.ts';
import { insertMessage } from '../panic-contacts.limits.store.ts';
import { findContact, listAddresses, type ContactRow } from '../panic-contacts.store.ts';
import {
  findInvitation,
  stopAddresses,
  updateAnswered,
  updateDrills,
  type InvitedAddress,
} from './panic-contacts.consent.store.ts';

export interface ConsentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
  readonly links: ContactLinks;
  readonly mails: ContactChangeMails;
  ended: ContactEndHandler;
}

export type ConsentService = ReturnType<typeof createConsentService>;

const gone = (): Refusal => new Refusal('gone', texts.linkGone);

/** The page of a contact without a session: the link in the message is the proof. */
export function createConsentService({ database, clock, people, links, mails, ended }: ConsentDependencies) {
  const askerOf = async (accountId: string): Promise<Omit<Account, 'id'>> => {
    const asker = (await people.accountsOf([accountId])).get(accountId);
    if (asker === undefined) throw gone();
    return asker;
  };

  const requireInvitation = async (token: string): Promise<InvitedAddress> => {
    const invitation = await findInvitation(database.sql, links.hashOf(token), clock.now());
    if (invitation === undefined) throw gone();
    return invitation;
  };

  const requireContact = (token: string) => requireByLink(database, links, token);

  const pageOf = async ({ id, accountId, channels }: ContactRow, by: AddressKind) => {
    const asker = fullName(await askerOf(accountId));
    const agreed = (await listAddresses(database.sql, [id])).filter(({ state }) => state === 'agreed');
    if (agreed.length === 0) return { kind: 'left', asker } as const;
    return {
      kind: 'contact',
      asker,
      channels: channels.filter((channel) => agreed.some(({ kind }) => kind === addressOf[channel])),
      allowsDrills: agreed.some(({ allowsDrills }) => allowsDrills),
      link: links.stopLinkOf(id, by),
    } as const;
  };

  const pageOfContact = async (contactId: string, by: AddressKind): Promise<ConsentPage> => {
    const contact = await findContact(database.sql, contactId);
    if (contact === undefined) throw gone();
    return pageOf(contact, by);
  };

  return {
    async see(token: string): Promise<ConsentPage> {
      if (token.includes('.')) {
        const contact = await requireContact(token);
        return pageOf(contact, contact.kind);
      }
      const { accountId, kind } = await requireInvitation(token);
      return { kind: 'invitation', asker: fullName(await askerOf(accountId)), by: kind };
    },

    async answer(
      origin: CallOrigin,
      { token, agrees, allowsDrills }: { token: string; agrees: boolean; allowsDrills: boolean },
    ): Promise<ConsentPage> {
      const { contactId, accountId, name, kind, address } = await requireInvitation(token);
      const { email } = await askerOf(accountId);
      const at = clock.now();
      await database.transaction(async (tx) => {
        const answer = { state: agrees ? 'agreed' : 'declined', allowsDrills: agrees && allowsDrills, at } as const;
        if (!(await updateAnswered(tx, links.hashOf(token), answer))) throw gone();
        if (!agrees) await insertMessage(tx, { accountId, kind: 'refusal', subject: links.subjectOf(address) }, at);
        const subject = { type: 'panic_contact', id: contactId };
        const { state } = answer;
        await recordAudit(tx, entryOf(null, origin, 'panicContacts.answerConsent', subject, { state }));
        await mails.answered(tx, { accountId, email }, contactChanges[state](name));
      });
      return pageOfContact(contactId, kind);
    },

    async allowDrills(
      origin: CallOrigin,
      { token, allowsDrills }: { token: string; allowsDrills: boolean },
    ): Promise<ConsentPage> {
      const { id, kind } = await requireContact(token);
      await database.transaction(async (tx) => {
        await updateDrills(tx, id, allowsDrills);
        const subject = { type: 'panic_contact', id };
        await recordAudit(tx, entryOf(null, origin, 'panicContacts.changeConsent', subject, { allowsDrills }));
      });
      return pageOfContact(id, kind);
    },

    /** Idempotent: a second press changes no data and sends no mail. */
    async stop(origin: CallOrigin, token: string): Promise<ConsentPage> {
      const { id, accountId, name, kind } = await requireContact(token);
      const { email } = await askerOf(accountId);
      const at = clock.now();
      await database.transaction(async (tx) => {
        const stopped = await stopAddresses(tx, id, at);
        if (stopped.length === 0) return;
        await ended(tx, id);
        for (const address of stopped)
          await insertMessage(tx, { accountId, kind: 'refusal', subject: links.subjectOf(address) }, at);
        await recordAudit(tx, entryOf(null, origin, 'panicContacts.stopConsent', { type: 'panic_contact', id }));
        await mails.answered(tx, { accountId, email }, contactChanges.stopped(name));
      });
      return pageOfContact(id, kind);
    },
  };
}

/** The person at a removed address must not end the consent of the other address. */
async function requireByLink(
  database: Database,
  links: ContactLinks,
  token: string,
): Promise<ContactRow & { kind: AddressKind }> {
  const link = links.contactOf(token);
  const contact = link === null ? undefined : await findContact(database.sql, link.contactId);
  if (link === null || contact === undefined) throw gone();
  const addresses = await listAddresses(database.sql, [contact.id]);
  if (!addresses.some(({ kind }) => kind === link.kind)) throw gone();
  return { ...contact, kind: link.kind };
}
