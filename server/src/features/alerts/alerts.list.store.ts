import type { ShownKind } from '@trace/contract/alerts/alerts.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ListedRow {
  number: number;
  alertId: string;
  deviceId: number | null;
  kind: ShownKind;
  startedAt: Date;
  endedAt: Date | null;
  readAt: Date | null;
}

/** A person's alerts before a number, newest first. */
export async function listPortalRows(
  executor: Executor,
  { accountId, before, limit }: { accountId: string; before: number | null; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select d.number, d.alert_id, d.device_id, a.kind, a.started_at, a.ended_at, d.read_at
    from alert_delivery d join alert a on a.id = d.alert_id
    where d.account_id = ${accountId} and d.channel = 'portal' and (${before}::bigint is null or d.number < ${before})
    order by d.number desc limit ${limit}`.execute(executor);
  return rows;
}

export interface UnreadRow {
  number: number;
  /** Null: a test. */
  deviceId: number | null;
  kind: ShownKind;
}

/** A person's unread alerts before a number, newest first. */
export async function listUnread(
  executor: Executor,
  { accountId, before, limit }: { accountId: string; before: number | null; limit: number },
): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select d.number, d.device_id, a.kind from alert_delivery d join alert a on a.id = d.alert_id
    where d.account_id = ${accountId} and d.channel = 'portal' and d.read_at is null
      and (${before}::bigint is null or d.number < ${before})
    order by d.number desc limit ${limit}`.execute(executor);
  return rows;
}

export interface MessageRow {
  id: string;
  alertId: string;
  channel: 'email' | 'push';
  state: 'waiting' | 'sent' | 'over' | 'none' | 'limit' | 'failed';
  dueAt: Date;
}

/** How the e-mails and pushed messages of these alerts to a person stand. */
export async function listMessages(
  executor: Executor,
  accountId: string,
  alertIds: readonly string[],
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, alert_id, channel, due_at,
      -- One of the person's browsers has it, while another is out of reach.
      case when state = 'waiting' and sent_to <> '{}' then 'sent' else state end as state
    from alert_delivery
    where alert_id = any(${[...alertIds]}::uuid[]) and account_id = ${accountId} and channel <> 'portal'
    order by channel`.execute(executor);
  return rows;
}

/** Returns the device and the kind of an alert in a user's list, or undefined if the list does not contain the alert. */
export async function findListed(
  executor: Executor,
  accountId: string,
  alertId: string,
): Promise<{ deviceId: number | null; kind: ShownKind } | undefined> {
  const { rows } = await sql<{ deviceId: number | null; kind: ShownKind }>`
    select d.device_id, a.kind from alert_delivery d join alert a on a.id = d.alert_id
    where d.alert_id = ${alertId} and d.account_id = ${accountId} and d.channel = 'portal'`.execute(executor);
  return rows[0];
}

/** Returns false if the alert was already read. */
export async function markRead(executor: Executor, accountId: string, alertId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update alert_delivery set read_at = ${at}
    where alert_id = ${alertId} and account_id = ${accountId} and channel = 'portal' and read_at is null returning id`.execute(
    executor,
  );
  return rows.length > 0;
}

/** Marks this alert and the older alerts in the user's list as read. Returns false if all were already read. */
export async function markReadUpTo(executor: Executor, accountId: string, upTo: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update alert_delivery set read_at = ${at}
    where account_id = ${accountId} and channel = 'portal' and read_at is null and number <= (
      select number from alert_delivery
      where alert_id = ${upTo} and account_id = ${accountId} and channel = 'portal')`.execute(executor);
  return (numAffectedRows ?? 0n) > 0n;
}
