import type { AddressKind, AddressState } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ChosenBy {
  readonly askedBy: string;
  readonly state: AddressState;
  readonly allowsDrills: boolean;
  readonly invitedAt: Date;
  readonly answeredAt: Date | null;
}

/** Returns the ids of the users who chose this email address, with the state. */
export async function listChosenBy(executor: Executor, email: string, limit: number): Promise<ChosenBy[]> {
  const { rows } = await sql<ChosenBy>`
    select c.account_id as asked_by, a.state, a.allows_drills, a.invited_at, a.answered_at
    from panic_contact_address a join panic_contact c on c.id = a.contact_id
    where a.kind = 'email' and a.address = ${email} order by a.invited_at desc limit ${limit}`.execute(executor);
  return rows;
}

export interface AgreedChoice {
  readonly accountId: string;
  /** The contact's name, as the user typed it. */
  readonly name: string;
}

/** Returns the users whose contact agreed at this email address. */
export async function listAgreedChoices(executor: Executor, email: string): Promise<AgreedChoice[]> {
  const { rows } = await sql<AgreedChoice>`
    select c.account_id, c.name from panic_contact_address a join panic_contact c on c.id = a.contact_id
    where a.kind = 'email' and a.address = ${email} and a.state = 'agreed' order by c.account_id`.execute(executor);
  return rows;
}

export interface OwnContact {
  readonly place: number;
  readonly name: string;
  readonly channels: string[];
  readonly kind: AddressKind;
  readonly address: string;
  readonly state: AddressState;
  readonly invitedAt: Date;
  readonly answeredAt: Date | null;
}

export async function listOwnContacts(executor: Executor, accountId: string): Promise<OwnContact[]> {
  const { rows } = await sql<OwnContact>`
    select c.place, c.name, c.channels, a.kind, a.address, a.state, a.invited_at, a.answered_at
    from panic_contact c join panic_contact_address a on a.contact_id = c.id
    where c.account_id = ${accountId} order by c.place, a.kind`.execute(executor);
  return rows;
}

export async function deleteOwnContacts(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from panic_contact where account_id = ${accountId}`.execute(tx);
  await sql`delete from panic_contact_message where account_id = ${accountId}`.execute(tx);
  await sql`delete from panic_settings where account_id = ${accountId}`.execute(tx);
}
