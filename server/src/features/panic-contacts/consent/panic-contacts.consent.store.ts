import type { AddressKind, AddressState } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface InvitedAddress {
  readonly contactId: string;
  readonly accountId: string;
  readonly name: string;
  readonly kind: AddressKind;
  readonly address: string;
}

/** The address of a live invitation. */
export async function findInvitation(
  executor: Executor,
  tokenHash: Uint8Array,
  at: Date,
): Promise<InvitedAddress | undefined> {
  const { rows } = await sql<InvitedAddress>`
    select c.id as contact_id, c.account_id, c.name, a.kind, a.address
    from panic_contact_address a join panic_contact c on c.id = a.contact_id
    where a.token_hash = ${tokenHash} and a.expires_at > ${at}`.execute(executor);
  return rows[0];
}

/** Answers once: returns false when the invitation was answered, withdrawn or renewed meanwhile. */
export async function updateAnswered(
  tx: Executor,
  tokenHash: Uint8Array,
  { state, allowsDrills, at }: { state: AddressState; allowsDrills: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update panic_contact_address set state = ${state}, allows_drills = ${allowsDrills}, answered_at = ${at},
      token_hash = null, expires_at = null, is_failed = false
    where token_hash = ${tokenHash} and expires_at > ${at} returning kind`.execute(tx);
  return rows.length === 1;
}

/** Returns the addresses that had agreed or were invited. */
export async function stopAddresses(tx: Executor, contactId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    update panic_contact_address set state = 'stopped', allows_drills = false, answered_at = ${at},
      token_hash = null, expires_at = null
    where contact_id = ${contactId} and state in ('agreed', 'invited') returning address`.execute(tx);
  return rows.map(({ address }) => address);
}

export async function updateDrills(tx: Executor, contactId: string, allowsDrills: boolean): Promise<void> {
  await sql`
    update panic_contact_address set allows_drills = ${allowsDrills}
    where contact_id = ${contactId} and state = 'agreed'`.execute(tx);
}
