import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export type MessageKind = 'invitation' | 'test' | 'refusal';

export interface MessageRow {
  readonly accountId: string;
  readonly kind: MessageKind;
  /** The keyed hash of an address, the id of a tested contact, or `own` for the user's own number. */
  readonly subject: Uint8Array;
}

export async function insertMessage(tx: Executor, { accountId, kind, subject }: MessageRow, at: Date): Promise<void> {
  await sql`
    insert into panic_contact_message (account_id, kind, subject, created_at)
    values (${accountId}, ${kind}, ${subject}, ${at})`.execute(tx);
}

/** Serialises the invitations of all users to one address until commit, so that they cannot pass the limit together. */
export async function lockAddress(tx: Executor, subject: Uint8Array): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('panic contact ' || encode(${subject}::bytea, 'hex'), 0))`.execute(
    tx,
  );
}

/** The newest times of messages since an instant, at most `limit`, newest first. Null: of any user or subject. */
export async function listMessageTimes(
  tx: Executor,
  of: { accountId: string | null; kind: MessageKind; subject: Uint8Array | null; after: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at from panic_contact_message
    where kind = ${of.kind} and created_at > ${of.after}
      and (${of.accountId}::uuid is null or account_id = ${of.accountId}::uuid)
      and (${of.subject}::bytea is null or subject = ${of.subject}::bytea)
    order by created_at desc limit ${of.limit}`.execute(tx);
  return rows.map(({ createdAt }) => createdAt);
}
