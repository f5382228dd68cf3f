// Panic contacts: people whom a user chose to be told of a panic, their consent per address, tests to them, and the
// user's own channels and drills.
// Serves users, and contacts by a link without a session.
// Rows PANIC-07, PANIC-08.
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Secrets } from '#platform/secrets/secrets';
import type { Sms } from '#platform/sms/sms';
import { createConsentService } from './consent/panic-contacts.consent.service.ts';
import { createContactChangeMails } from './panic-contacts.mails.service.ts';
import { createContactChange } from './panic-contacts.change.service.ts';
import { createContactInvitations } from './panic-contacts.invitations.service.ts';
import { createContactLinks } from './panic-contacts.links.service.ts';
import { createContactList, type ListDependencies } from './panic-contacts.list.service.ts';
import { createOwnTestSender } from './panic-contacts.own-test.service.ts';
import { createPanicContactsPersonData } from './panic-contacts.person-data.service.ts';
import type { AddressRemovalHandler, ContactEndHandler, PanicContactsPort } from './panic-contacts.port.ts';
import { createPanicContactsPort } from './panic-contacts.port.service.ts';
import { createRemovalMessages } from './panic-contacts.removal-messages.service.ts';
import { deleteOldContacts } from './panic-contacts.retention.store.ts';
import { consentRoutes, panicContactsRoutes } from './panic-contacts.routes.ts';
import { createPanicContactsService } from './panic-contacts.service.ts';
import { createPanicSettingsService } from './panic-contacts.settings.service.ts';
import { createContactTestSender } from './panic-contacts.test-message.service.ts';

export interface PanicContactsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly sms: Sms;
  readonly secrets: Secrets;
  readonly people: PeoplePort;
  readonly push: PersonPushPort;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  readonly timing: ListDependencies['timing'];
  portalUrl(): string;
}

export function createPanicContactsFeature(
  dependencies: PanicContactsDependencies,
): Feature & { readonly port: PanicContactsPort } {
  const links = createContactLinks(dependencies);
  const endHandlers: ContactEndHandler[] = [];
  const removalHandlers: AddressRemovalHandler[] = [];
  const port = createPanicContactsPort({ ...dependencies, links, endHandlers, removalHandlers });
  const shared = {
    ...dependencies,
    links,
    async ended(tx: Executor, contactId: string): Promise<void> {
      for (const handle of endHandlers) await handle(tx, contactId);
    },
    addressRemoved: async (...removal: Parameters<AddressRemovalHandler>): Promise<void> => {
      for (const handle of removalHandlers) await handle(...removal);
    },
    agreedOf: port.agreedOf,
    list: createContactList(dependencies),
    mails: createContactChangeMails(dependencies),
    sendRemoval: createRemovalMessages(dependencies),
    invitations: createContactInvitations({ ...dependencies, links }),
  };
  const parts = { ...shared, change: createContactChange(shared) };
  return {
    name: 'panic-contacts',
    port,
    routes: [
      ...panicContactsRoutes({
        list: parts.list,
        contacts: createPanicContactsService(parts),
        settings: createPanicSettingsService(parts),
        sendTest: createContactTestSender(parts),
        sendOwnTest: createOwnTestSender(parts),
      }),
      ...consentRoutes(createConsentService(parts)),
    ],
    personData: createPanicContactsPersonData(parts),
    retention: [{ kind: 'panicContacts', take: deleteOldContacts }],
  };
}
