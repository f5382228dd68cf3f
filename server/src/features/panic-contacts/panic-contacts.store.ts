import type { AddressKind, AddressState, ContactChannel } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { ContactTest } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ContactRow {
  readonly id: string;
  readonly accountId: string;
  readonly place: number;
  readonly name: string;
  readonly channels: ContactChannel[];
  readonly lastTest: ContactTest | null;
}

export interface AddressRow {
  readonly contactId: string;
  readonly kind: AddressKind;
  readonly address: string;
  readonly state: AddressState;
  readonly allowsDrills: boolean;
  readonly invitedAt: Date;
  readonly expiresAt: Date | null;
  readonly isFailed: boolean;
}

const contactColumns = sql`id, account_id, place, name, channels, last_test`;
const addressColumns = sql`contact_id, kind, address, state, allows_drills, invited_at, expires_at, is_failed`;

export async function listContacts(executor: Executor, accountId: string): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    /* prepared: contacts */ select ${contactColumns} from panic_contact where account_id = ${accountId} order by place`.execute(
    executor,
  );
  return rows;
}

export async function findContact(executor: Executor, id: string): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`select ${contactColumns} from panic_contact where id = ${id}`.execute(
    executor,
  );
  return rows[0];
}

export async function listAddresses(executor: Executor, contactIds: readonly string[]): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    /* prepared: addresses of contacts */ select ${addressColumns} from panic_contact_address where contact_id = any(${[...contactIds]}::uuid[])
    order by contact_id, kind`.execute(executor);
  return rows;
}

/** Locks the addresses of a contact that agreed until commit, and returns how many there are. */
export async function lockAgreedAddresses(tx: Executor, contactId: string): Promise<number> {
  const { rows } = await sql`
    select from panic_contact_address where contact_id = ${contactId} and state = 'agreed' for share`.execute(tx);
  return rows.length;
}

export async function insertContact(
  tx: Executor,
  { id, accountId, place, name, channels }: Omit<ContactRow, 'lastTest'>,
  at: Date,
): Promise<void> {
  await sql`
    insert into panic_contact (id, account_id, place, name, channels, created_at)
    values (${id}, ${accountId}, ${place}, ${name}, ${channels}::text[], ${at})`.execute(tx);
}

/** `newId` differs from `id` when an address changed. The addresses follow the contact to the new id. */
export async function updateContact(
  tx: Executor,
  { id, newId, name, channels }: { id: string; newId: string; name: string; channels: readonly ContactChannel[] },
): Promise<void> {
  await sql`
    update panic_contact set id = ${newId}, name = ${name}, channels = ${[...channels]}::text[]
    where id = ${id}`.execute(tx);
}

export async function updatePlaces(tx: Executor, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update panic_contact c set place = o.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as o (id, place)
    where c.id = o.id and c.account_id = ${accountId}`.execute(tx);
}

export async function updateLastTest(executor: Executor, id: string, test: ContactTest): Promise<void> {
  await sql`update panic_contact set last_test = ${JSON.stringify(test)}::jsonb where id = ${id}`.execute(executor);
}

export async function deleteContact(tx: Executor, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from panic_contact where account_id = ${accountId} and id = ${id} returning id`.execute(tx);
  return rows.length === 1;
}

export interface Invitation {
  readonly contactId: string;
  readonly kind: AddressKind;
  readonly address: string;
  readonly tokenHash: Uint8Array;
  readonly expiresAt: Date;
  readonly at: Date;
}

/** A new address, another address, or the same address again with a new link. */
export async function saveInvitation(tx: Executor, invitation: Invitation): Promise<void> {
  const { contactId, kind, address, tokenHash, expiresAt, at } = invitation;
  await sql`
    insert into panic_contact_address (contact_id, kind, address, state, token_hash, expires_at, invited_at)
    values (${contactId}, ${kind}, ${address}, 'invited', ${tokenHash}, ${expiresAt}, ${at})
    on conflict (contact_id, kind) do update set address = excluded.address, state = 'invited', allows_drills = false,
      token_hash = excluded.token_hash, expires_at = excluded.expires_at, invited_at = excluded.invited_at,
      is_failed = false, answered_at = null`.execute(tx);
}

export async function updateFailed(executor: Executor, tokenHash: Uint8Array): Promise<void> {
  await sql`update panic_contact_address set is_failed = true where token_hash = ${tokenHash}`.execute(executor);
}

export async function deleteAddress(tx: Executor, contactId: string, kind: AddressKind): Promise<void> {
  await sql`delete from panic_contact_address where contact_id = ${contactId} and kind = ${kind}`.execute(tx);
}
