import { randomUUID } from 'node:crypto';
import { fullName } from '@trace/contract/kernel/full-name';
import { contactTest as words } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import {
  CONTACT_PAGE,
  type ContactChannel,
  type ContactTestOutcome,
} from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Sms } from '#platform/sms/sms';
import { reserveTest } from './panic-contacts.limits.service.ts';
import type { ContactLinks } from './panic-contacts.links.service.ts';
import type { ContactList } from './panic-contacts.list.service.ts';
import type { AgreedContact, PanicContactsPort } from './panic-contacts.port.ts';
import { lockPanicSettings } from './panic-contacts.settings.store.ts';
import { listContacts, updateLastTest } from './panic-contacts.store.ts';

export interface ContactTestDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send' | 'isConfigured'>;
  readonly sms: Sms;
  readonly push: Pick<PersonPushPort, 'push'>;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  readonly links: ContactLinks;
  readonly agreedOf: PanicContactsPort['agreedOf'];
  readonly list: ContactList;
}

export type SendContactTest = (actor: Actor, origin: CallOrigin, contactId: string) => Promise<PanicContacts>;

/** 'Send a test': one message per channel that the contact agreed to, each marked as a test. */
export function createContactTestSender(dependencies: ContactTestDependencies): SendContactTest {
  const { database, clock, mail, sms, push, subscription, links, agreedOf, list } = dependencies;

  /** Counts the test, writes the email and the audit entry. */
  const begin = (actor: Actor, origin: CallOrigin, contactId: string, testId: string): Promise<AgreedContact> =>
    database.transaction(async (tx) => {
      const { accountId } = actor;
      await lockPanicSettings(tx, accountId);
      const isKnown = (await listContacts(tx, accountId)).some(({ id }) => id === contactId);
      if (!isKnown) throw new Refusal('not_found', texts.notFound);
      const agreed = (await agreedOf(tx, accountId, false)).find((contact) => contact.contactId === contactId);
      if (agreed === undefined) throw new Refusal('conflict', texts.nothingToTest);
      await reserveTest(tx, { accountId, contactId }, clock.now());
      if (agreed.channels.includes('email') && agreed.email !== null)
        await mail.send(tx, {
          to: agreed.email,
          reason: 'panicContact',
          subject: words.subject(fullName(actor)),
          text: words.text({ asker: fullName(actor), link: links.stopLinkOf(contactId, 'email') }),
          key: `panic-contact-test:${accountId}:${testId}`,
        });
      const subject = { type: 'panic_contact', id: contactId };
      await recordAudit(tx, entryOf(accountId, origin, 'panicContacts.test', subject));
      return agreed;
    });

  const sendBy: Record<
    ContactChannel,
    (contact: AgreedContact, asker: string, testId: string) => Promise<ContactTestOutcome>
  > = {
    // The transaction has written the email.
    email: async () => (mail.isConfigured() ? 'queued' : 'no_server'),
    sms: async ({ phone, contactId }, asker, testId) => {
      const text = words.sms({ asker, link: links.stopLinkOf(contactId, 'phone') });
      const sent = await sms.send({ to: phone!, text, key: `panic-contact-test:${testId}` });
      return sent.outcome === 'accepted' ? 'sent' : 'failed';
    },
    push: async ({ accountId, contactId }, asker, testId) => {
      if (accountId === null) return 'no_browser';
      const url = `${CONTACT_PAGE}${new URL(links.stopLinkOf(contactId, 'email')).hash}`;
      return push.push(accountId, testId, { title: words.pushTitle, body: words.push(asker), url });
    },
  };

  return async (actor, origin, contactId) => {
    if (!(await subscription.isPremium(actor.accountId))) throw new Refusal('premium_required', texts.premium);
    const testId = randomUUID();
    const contact = await begin(actor, origin, contactId, testId);
    const results = await Promise.all(
      contact.channels.map(
        async (channel) => [channel, await sendBy[channel](contact, fullName(actor), testId)] as const,
      ),
    );
    const at = clock.now().toISOString();
    await updateLastTest(database.sql, contactId, { at, results: Object.fromEntries(results) });
    return list(actor);
  };
}
