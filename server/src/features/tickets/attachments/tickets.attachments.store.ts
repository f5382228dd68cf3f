import type { AttachmentType } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface AttachmentRow {
  readonly id: string;
  readonly name: string;
  readonly mediaType: AttachmentType;
  readonly sizeBytes: number;
}

const columns = sql`a.id, a.name, a.media_type, a.size_bytes`;

/** A photo that still holds its metadata goes to its uploader alone. */
const mayRead = (accountId: string) => sql`(a.is_cleaned or a.uploaded_by = ${accountId})`;

export async function insertDraft(
  executor: Executor,
  draft: AttachmentRow & { uploadedBy: string; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into ticket_attachment (id, uploaded_by, name, media_type, size_bytes, is_cleaned, created_at, expires_at)
    values (${draft.id}, ${draft.uploadedBy}, ${draft.name}, ${draft.mediaType}, ${draft.sizeBytes}, true, ${draft.at},
      ${draft.expiresAt})`.execute(executor);
}

/** Puts drafts of a person on a message. Returns how many there were: used, expired and foreign drafts are left out. */
export async function attachDrafts(
  tx: Executor,
  { ids, uploadedBy, messageId, at }: { ids: readonly string[]; uploadedBy: string; messageId: string; at: Date },
): Promise<number> {
  const { rows } = await sql`
    update ticket_attachment set message_id = ${messageId}, expires_at = null
    where id = any(${[...ids]}::uuid[]) and message_id is null and uploaded_by = ${uploadedBy} and expires_at > ${at}
    returning 1`.execute(tx);
  return rows.length;
}

export async function countOfTicket(tx: Executor, ticketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket_attachment a join ticket_message m on m.id = a.message_id
    where m.ticket_id = ${ticketId}`.execute(tx);
  return rows[0]!.count;
}

export async function listOfTicket(
  executor: Executor,
  ticketId: string,
): Promise<(AttachmentRow & { messageId: string })[]> {
  const { rows } = await sql<AttachmentRow & { messageId: string }>`
    select ${columns}, m.id as message_id from ticket_attachment a join ticket_message m on m.id = a.message_id
    where m.ticket_id = ${ticketId} order by a.created_at, a.id`.execute(executor);
  return rows;
}

/** A file on an answer in a ticket of this person. */
export async function findOwn(executor: Executor, accountId: string, id: string): Promise<AttachmentRow | null> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from ticket_attachment a join ticket_message m on m.id = a.message_id
      join ticket t on t.id = m.ticket_id
    where a.id = ${id} and t.account_id = ${accountId} and m.kind = 'answer' and ${mayRead(accountId)}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** A file on any message. */
export async function findAttached(executor: Executor, accountId: string, id: string): Promise<AttachmentRow | null> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from ticket_attachment a
    where a.id = ${id} and a.message_id is not null and ${mayRead(accountId)}`.execute(executor);
  return rows[0] ?? null;
}

/** Whether any file waits for its cleaning. */
export const hasUncleaned = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ticket_attachment where is_cleaned is null)`;

export async function listUncleaned(
  executor: Executor,
  limit: number,
): Promise<Pick<AttachmentRow, 'id' | 'mediaType'>[]> {
  const { rows } = await sql<Pick<AttachmentRow, 'id' | 'mediaType'>>`
    select id, media_type from ticket_attachment where is_cleaned is null order by created_at limit ${limit}`.execute(
    executor,
  );
  return rows;
}

/** Stores the result of a cleaning. A null size stays as before. Returns false when the file is gone. */
export async function updateCleaned(
  executor: Executor,
  id: string,
  { isCleaned, sizeBytes }: { isCleaned: boolean; sizeBytes: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update ticket_attachment set is_cleaned = ${isCleaned}, size_bytes = coalesce(${sizeBytes}::int, size_bytes)
    where id = ${id} returning 1`.execute(executor);
  return rows.length > 0;
}

export interface OwnAttachment extends AttachmentRow {
  readonly number: number;
  readonly createdAt: Date;
}

/** The files of both sides in a person's tickets, without those on internal notes. */
export async function listOwn(executor: Executor, accountId: string, limit: number): Promise<OwnAttachment[]> {
  const { rows } = await sql<OwnAttachment>`
    select ${columns}, t.number::int as number, a.created_at from ticket_attachment a
      join ticket_message m on m.id = a.message_id join ticket t on t.id = m.ticket_id
    where t.account_id = ${accountId} and m.kind = 'answer' order by a.created_at, a.id limit ${limit}`.execute(
    executor,
  );
  return rows;
}

/** Releases the files of each conversation of this person and the person's drafts, so that their content is deleted. */
export async function releaseOf(tx: Executor, accountId: string, name: string): Promise<void> {
  await sql`
    update ticket_attachment a set message_id = null, expires_at = null, name = ${name}
    from ticket_message m join ticket t on t.id = m.ticket_id
    where m.id = a.message_id and t.account_id = ${accountId}`.execute(tx);
  await sql`
    update ticket_attachment set expires_at = null, name = ${name}
    where uploaded_by = ${accountId} and message_id is null`.execute(tx);
  await sql`update ticket_attachment set uploaded_by = null where uploaded_by = ${accountId}`.execute(tx);
}

/** Expired drafts, and files whose ticket or person is gone. */
export async function listLoose(executor: Executor, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_attachment where message_id is null and (expires_at is null or expires_at <= ${at})
    limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function deleteLoose(executor: Executor, id: string): Promise<void> {
  await sql`delete from ticket_attachment where id = ${id} and message_id is null`.execute(executor);
}
