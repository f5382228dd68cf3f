import type { PanicContact, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import type { PersonPushPort } from '#features/alerts/alerts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Database, Executor } from '#platform/db/database';
import type { Sms } from '#platform/sms/sms';
import { findPanicSettings } from './panic-contacts.settings.store.ts';
import { listAddresses, listContacts, type AddressRow, type ContactRow } from './panic-contacts.store.ts';

export interface ListDependencies {
  readonly database: Database;
  readonly sms: Sms;
  readonly people: Pick<PeoplePort, 'profileOf' | 'idsOf'>;
  readonly push: Pick<PersonPushPort, 'accountsWithBrowser'>;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  /** When the chain goes on without an answer. */
  readonly timing: { readonly nextContactMs: number; readonly supportMs: number };
}

export type ContactList = ReturnType<typeof createContactList>;

/** A contact with its addresses. */
export interface KnownContact extends ContactRow {
  readonly addresses: readonly AddressRow[];
}

export async function readContacts(executor: Executor, accountId: string): Promise<KnownContact[]> {
  const rows = await listContacts(executor, accountId);
  const addresses = await listAddresses(
    executor,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, addresses: addresses.filter(({ contactId }) => contactId === row.id) }));
}

export const addressIn = (contact: KnownContact, kind: AddressRow['kind']): AddressRow | undefined =>
  contact.addresses.find((address) => address.kind === kind);

/** Returns a user's contacts as the user sees them. */
export function createContactList({ database, sms, people, push, subscription, timing }: ListDependencies) {
  /** Whether an address has an account is told only after the address has agreed (T34). */
  const browsersOf = async (contacts: readonly KnownContact[]): Promise<(contact: KnownContact) => boolean | null> => {
    const agreed = new Map(
      contacts.flatMap((contact) => {
        const email = addressIn(contact, 'email');
        return email?.state === 'agreed' ? [[contact.id, email.address] as const] : [];
      }),
    );
    const ids = await people.idsOf(database.sql, [...agreed.values()]);
    const reachable = await push.accountsWithBrowser(database.sql, [...ids.values()]);
    return ({ id }) => {
      const email = agreed.get(id);
      return email === undefined ? null : reachable.has(ids.get(email) ?? '');
    };
  };

  return async ({ accountId }: Pick<Actor, 'accountId'>): Promise<PanicContacts> => {
    const [contacts, settings, isPremium, profile] = await Promise.all([
      readContacts(database.sql, accountId),
      findPanicSettings(database.sql, accountId),
      subscription.isPremium(accountId),
      people.profileOf(accountId),
    ]);
    const hasBrowser = await browsersOf(contacts);
    return {
      contacts: contacts.map((contact) => present(contact, hasBrowser(contact))),
      settings,
      isPremium,
      hasSms: sms.isConfigured(),
      hasPhone: (profile?.phone ?? null) !== null,
      ...timing,
    };
  };
}

function present(contact: KnownContact, hasBrowser: boolean | null): PanicContact {
  const { id, name, channels, lastTest } = contact;
  const [email, phone] = [addressIn(contact, 'email'), addressIn(contact, 'phone')];
  return {
    ...{ id, name, channels, hasBrowser, lastTest },
    email: email === undefined ? null : presentAddress(email),
    phone: phone === undefined ? null : presentAddress(phone),
  };
}

const presentAddress = ({ address, state, allowsDrills, invitedAt, expiresAt, isFailed }: AddressRow) => ({
  value: address,
  state,
  allowsDrills,
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  isFailed,
});
