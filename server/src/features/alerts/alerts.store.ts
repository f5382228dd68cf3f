import type { AlertChannel, AlertKind, AnswerKind, NoticeKind } from '@trace/contract/alerts/alerts.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export async function insertTest(executor: Executor, id: string, at: Date): Promise<void> {
  await sql`
    insert into alert (id, kind, started_at, ended_at, created_at) values (${id}, 'test', ${at}, ${at}, ${at})`.execute(
    executor,
  );
}

export interface NewNotice {
  id: string;
  deviceId: number;
  serial: string;
  kind: AnswerKind | NoticeKind;
  at: Date;
}

/** An answer and a notice are over as soon as they are given. */
export async function insertNotice(executor: Executor, { id, deviceId, serial, kind, at }: NewNotice): Promise<void> {
  await sql`
    insert into alert (id, device_id, serial, kind, started_at, ended_at, created_at)
    values (${id}, ${deviceId}, ${serial}, ${kind}, ${at}, ${at}, ${at})`.execute(executor);
}

export interface NewDelivery {
  id: string;
  alertId: string;
  deviceId: number | null;
  accountId: string;
  channel: AlertChannel;
  state: 'waiting' | 'sent' | 'none' | 'limit' | 'failed';
  dueAt: Date;
}

/**
 * Inserts a delivery per alert, user and channel. A delivery that was dropped because the alert was over gets the new
 * state.
 */
export async function insertDeliveries(executor: Executor, deliveries: readonly NewDelivery[]): Promise<void> {
  const of = <Key extends keyof NewDelivery>(key: Key): NewDelivery[Key][] => deliveries.map((row) => row[key]);
  await sql`
    insert into alert_delivery (id, alert_id, device_id, account_id, channel, state, due_at, settled_at)
    select *, case when state = 'waiting' then null else due_at end
    from unnest(${of('id')}::uuid[], ${of('alertId')}::uuid[], ${of('deviceId')}::int[], ${of('accountId')}::uuid[],
      ${of('channel')}::text[], ${of('state')}::text[], ${of('dueAt')}::timestamptz[])
      as given (id, alert_id, device_id, account_id, channel, state, due_at)
    on conflict (alert_id, account_id, channel) do update
      set state = excluded.state, due_at = excluded.due_at, settled_at = excluded.settled_at
      where alert_delivery.state = 'over'`.execute(executor);
}

export interface WaitingDelivery {
  id: string;
  alertId: string;
  deviceId: number;
  accountId: string;
  channel: 'email' | 'push';
  dueAt: Date;
  /** Browsers that received the message. */
  sentTo: string[];
  kind: AlertKind | NoticeKind;
  startedAt: Date;
  endedAt: Date | null;
  /** When the alert last began, was reopened or received an event. */
  notedAt: Date;
}

/** Returns null if the delivery is settled, or the device or the account no longer exists. */
export async function findWaiting(executor: Executor, id: string): Promise<WaitingDelivery | null> {
  const { rows } = await sql<WaitingDelivery>`
    select d.id, d.alert_id, d.device_id, d.account_id, d.channel, d.due_at, d.sent_to, a.kind, a.started_at, a.ended_at,
      coalesce(a.noted_at, a.created_at) as noted_at
    from alert_delivery d join alert a on a.id = d.alert_id
    where d.id = ${id} and d.state = 'waiting' and a.kind <> 'test'`.execute(executor);
  return rows[0] ?? null;
}

/** Returns whom a delivery is for, and the device of its alert. Null: the alert is deleted. */
export async function findRecipientOf(
  executor: Executor,
  deliveryId: string,
): Promise<{ accountId: string; deviceId: number | null } | null> {
  const { rows } = await sql<{ accountId: string; deviceId: number | null }>`
    select account_id, device_id from alert_delivery where id = ${deliveryId}`.execute(executor);
  return rows[0] ?? null;
}

export type Settled = 'sent' | 'over' | 'none' | 'failed';

/** Returns false if the delivery was already settled elsewhere. */
export async function settleDelivery(
  executor: Executor,
  id: string,
  state: Settled,
  at: Date,
  lastError: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    update alert_delivery set state = ${state}, settled_at = ${at}, last_error = ${lastError}
    where id = ${id} and state = 'waiting' returning id`.execute(executor);
  return rows.length > 0;
}

/** Locks an alert until commit, so that a reopening waits. Returns false when the alert is open or deleted. */
export async function lockOver(tx: Executor, alertId: string): Promise<boolean> {
  const { rows } = await sql`
    select from alert where id = ${alertId} and ended_at is not null for share`.execute(tx);
  return rows.length > 0;
}

export async function postponeDelivery(executor: Executor, id: string, dueAt: Date): Promise<void> {
  await sql`update alert_delivery set due_at = ${dueAt} where id = ${id} and state = 'waiting'`.execute(executor);
}

/** Records that a browser received the message, before the other browsers are retried. */
export async function noteSentTo(executor: Executor, id: string, browserId: string): Promise<void> {
  await sql`
    update alert_delivery set sent_to = array_append(sent_to, ${browserId}::uuid)
    where id = ${id} and not sent_to @> array[${browserId}::uuid]`.execute(executor);
}
