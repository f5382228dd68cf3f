import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Deletes addresses that declined, stopped or left the invitation unanswered before an instant, contacts without an
 * address, and counts of messages. Returns the number of addresses and messages.
 */
export async function deleteOldContacts(tx: Executor, before: Date, limit: number): Promise<number> {
  const addresses = await sql<{ contactId: string }>`
    delete from panic_contact_address where (contact_id, kind) in (
      select contact_id, kind from panic_contact_address
      where state <> 'agreed' and coalesce(answered_at, expires_at) < ${before} limit ${limit} for update skip locked)
    returning contact_id`.execute(tx);
  const contactIds = addresses.rows.map(({ contactId }) => contactId);
  await sql`
    delete from panic_contact c where id = any(${contactIds}::uuid[])
      and not exists (select from panic_contact_address a where a.contact_id = c.id)`.execute(tx);
  const messages = await sql`
    delete from panic_contact_message where id in (
      select id from panic_contact_message where created_at < ${before} limit ${limit} for update skip locked)
    returning id`.execute(tx);
  return addresses.rows.length + messages.rows.length;
}
