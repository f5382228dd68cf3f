import type { NotificationAudience, NotificationType } from '@trace/contract/notifications/notifications.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';
import type { TimeCursor } from '#platform/paging/time-cursor';

export interface ReceivedRow {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly type: NotificationType;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly isRead: boolean;
}

export interface SentRow extends ReceivedRow {
  readonly audience: NotificationAudience;
  readonly createdBy: string | null;
  readonly withdrawnAt: Date | null;
}

export interface NewRow extends Omit<SentRow, 'isRead' | 'createdBy' | 'withdrawnAt'> {
  /** The portal itself has no account. */
  readonly by: { readonly accountId: string | null; readonly email: string };
}

const isReadBy = (accountId: string) => sql<boolean>`exists (
  select from notification_read where notification_id = notification.id and account_id = ${accountId}) as is_read`;

const receivedColumns = sql`id, title, message, type, created_at, expires_at`;
const sentColumns = sql`${receivedColumns}, audience, created_by_email as created_by, withdrawn_at`;

/** The newest notifications to these audiences that are shown at this time. */
export async function listReceived(
  executor: Executor,
  of: { accountId: string; audiences: readonly NotificationAudience[]; at: Date; limit: number },
): Promise<ReceivedRow[]> {
  const { rows } = await sql<ReceivedRow>`
    select ${receivedColumns}, ${isReadBy(of.accountId)} from notification
    where audience = any(${[...of.audiences]}::text[]) and withdrawn_at is null
      and (expires_at is null or expires_at > ${of.at})
    order by created_at desc, id desc limit ${of.limit}`.execute(executor);
  return rows;
}

/** Marks the notifications to these audiences as read. Returns the number of newly read ones. */
export async function insertReads(
  executor: Executor,
  by: { accountId: string; audiences: readonly NotificationAudience[]; ids: readonly string[]; at: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into notification_read (notification_id, account_id, read_at)
    select id, ${by.accountId}::uuid, ${by.at}::timestamptz from notification
    where id = any(${[...by.ids]}::uuid[]) and audience = any(${[...by.audiences]}::text[])
    on conflict do nothing returning notification_id`.execute(executor);
  return rows.length;
}

export interface SentFilter {
  readonly accountId: string;
  readonly search: string;
  readonly type: NotificationType | null;
  readonly after: TimeCursor | null;
  readonly limit: number;
}

/** All notifications, newest first, with the read marks of this staff member. */
export async function listSent(executor: Executor, filter: SentFilter): Promise<SentRow[]> {
  const { search, type, after } = filter;
  const pattern = containing(search);
  const found =
    search === ''
      ? sql``
      : sql`and (title ilike ${pattern} or message ilike ${pattern} or created_by_email ilike ${pattern})`;
  const ofType = type === null ? sql`` : sql`and type = ${type}`;
  const older = after === null ? sql`` : sql`and (created_at, id) < (${after.at}, ${after.id}::uuid)`;
  const { rows } = await sql<SentRow>`
    select ${sentColumns}, ${isReadBy(filter.accountId)} from notification
    where true ${found} ${ofType} ${older}
    order by created_at desc, id desc limit ${filter.limit}`.execute(executor);
  return rows;
}

/** Returns null when the id is already used. */
export async function insertNotification(tx: Executor, row: NewRow): Promise<SentRow | null> {
  const { id, title, message, type, audience, by, createdAt, expiresAt } = row;
  const { rows } = await sql<SentRow>`
    insert into notification (id, title, message, type, audience, created_by, created_by_email, created_at, expires_at)
    values (${id}, ${title}, ${message}, ${type}, ${audience}, ${by.accountId}, ${by.email}, ${createdAt},
      ${expiresAt})
    on conflict (id) do nothing
    returning ${sentColumns}, false as is_read`.execute(tx);
  return rows[0] ?? null;
}

/** The notification with this id, if this staff member created it. */
export async function findSentBy(executor: Executor, accountId: string, id: string): Promise<SentRow | null> {
  const { rows } = await sql<SentRow>`
    select ${sentColumns}, ${isReadBy(accountId)} from notification
    where id = ${id} and created_by = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/** Returns the audience of the notification, or null if no shown notification has this id. */
export async function updateWithdrawn(tx: Executor, id: string, at: Date): Promise<NotificationAudience | null> {
  const { rows } = await sql<{ audience: NotificationAudience }>`
    update notification set withdrawn_at = ${at} where id = ${id} and withdrawn_at is null
    returning audience`.execute(tx);
  return rows[0]?.audience ?? null;
}

/** The notifications that a person created and read, newest first. */
export async function listOfPerson(executor: Executor, accountId: string, limit: number) {
  const created = await sql<SentRow>`
    select ${sentColumns}, false as is_read from notification where created_by = ${accountId}
    order by created_at desc limit ${limit}`.execute(executor);
  const read = await sql<{ id: string; title: string; readAt: Date }>`
    select notification.id, title, read_at from notification_read
    join notification on notification.id = notification_id
    where account_id = ${accountId} order by read_at desc limit ${limit}`.execute(executor);
  return { created: created.rows, read: read.rows };
}

/** Deletes the person's read marks. The person's notifications stay without their author. */
export async function forgetPerson(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from notification_read where account_id = ${accountId}`.execute(tx);
  await sql`
    update notification set created_by = null, created_by_email = null where created_by = ${accountId}`.execute(tx);
}
