import type { AlertChannel, AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { ShownKind } from '@trace/contract/alerts/alerts.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OpenAlert {
  id: string;
  deviceId: number;
  kind: AlertKind;
  expiresAt: Date | null;
  createdAt: Date;
}

/** What has begun of these devices and lasts. */
export async function listOpen(executor: Executor, deviceIds: readonly number[]): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select id, device_id, kind, expires_at, created_at from alert
    where device_id = any(${[...deviceIds]}::int[]) and ended_at is null and device_id is not null`.execute(executor);
  return rows;
}

export interface NewAlert {
  id: string;
  deviceId: number;
  serial: string;
  kind: AlertKind;
  startedAt: Date;
  expiresAt: Date | null;
}

/** Begins alerts; of a cause that lasts already none. Answers those that began. In one order, so that nobody waits in a circle. */
export async function insertAlerts(
  executor: Executor,
  alerts: readonly NewAlert[],
  createdAt: Date,
): Promise<Pick<NewAlert, 'id' | 'deviceId' | 'kind'>[]> {
  const of = <Key extends keyof NewAlert>(key: Key): NewAlert[Key][] => alerts.map((alert) => alert[key]);
  const { rows } = await sql<Pick<NewAlert, 'id' | 'deviceId' | 'kind'>>`
    insert into alert (id, device_id, serial, kind, started_at, expires_at, created_at)
    select *, ${createdAt}::timestamptz from unnest(${of('id')}::uuid[], ${of('deviceId')}::int[], ${of('serial')}::text[],
      ${of('kind')}::text[], ${of('startedAt')}::timestamptz[], ${of('expiresAt')}::timestamptz[])
    on conflict (device_id, kind) where ended_at is null and device_id is not null do nothing
    returning id, device_id, kind`.execute(executor);
  return rows;
}

export async function insertTest(executor: Executor, id: string, at: Date): Promise<void> {
  await sql`
    insert into alert (id, kind, started_at, ended_at, created_at) values (${id}, 'test', ${at}, ${at}, ${at})`.execute(
    executor,
  );
}

/** What the device confirms is no longer thought over by itself. */
export async function keepOpen(executor: Executor, ids: readonly string[]): Promise<void> {
  await sql`update alert set expires_at = null where id = any(${[...ids]}::uuid[])`.execute(executor);
}

/** Ends alerts; answers whose lists hold them. */
export async function endAlerts(executor: Executor, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    with ended as (
      update alert set ended_at = ${at} where id = any(${[...ids]}::uuid[]) and ended_at is null returning id)
    select distinct account_id from alert_delivery where alert_id in (select id from ended) and channel = 'portal'`.execute(
    executor,
  );
  return rows.map(({ accountId }) => accountId);
}

/** Events that no report confirmed, and whose time is up. */
export async function listExpired(executor: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from alert where ended_at is null and expires_at <= ${now} order by expires_at limit ${limit}`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

/** Open alerts behind an id, with the serials of their devices. */
export async function listOpenAfter(
  executor: Executor,
  after: string,
  limit: number,
): Promise<{ id: string; serial: string }[]> {
  const { rows } = await sql<{ id: string; serial: string }>`
    select id, serial from alert where ended_at is null and id > ${after} order by id limit ${limit}`.execute(executor);
  return rows;
}

/** Answers how many, at most the limit. */
export async function deleteOldAlerts(executor: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from alert where id in (
      select id from alert where created_at < ${before} and ended_at is not null order by created_at limit ${limit})
    returning id`.execute(executor);
  return rows.length;
}

export interface NewDelivery {
  id: string;
  alertId: string;
  deviceId: number | null;
  accountId: string;
  channel: AlertChannel;
  state: 'waiting' | 'sent' | 'none' | 'failed';
  dueAt: Date;
}

/** One per alert, person and channel. */
export async function insertDeliveries(executor: Executor, deliveries: readonly NewDelivery[]): Promise<void> {
  const of = <Key extends keyof NewDelivery>(key: Key): NewDelivery[Key][] => deliveries.map((row) => row[key]);
  await sql`
    insert into alert_delivery (id, alert_id, device_id, account_id, channel, state, due_at, settled_at)
    select *, case when state = 'waiting' then null else due_at end
    from unnest(${of('id')}::uuid[], ${of('alertId')}::uuid[], ${of('deviceId')}::int[], ${of('accountId')}::uuid[],
      ${of('channel')}::text[], ${of('state')}::text[], ${of('dueAt')}::timestamptz[])
      as given (id, alert_id, device_id, account_id, channel, state, due_at)
    on conflict (alert_id, account_id, channel) do nothing`.execute(executor);
}

export interface WaitingDelivery {
  id: string;
  alertId: string;
  deviceId: number;
  accountId: string;
  channel: 'email' | 'push';
  dueAt: Date;
  /** Browsers that it went to. */
  sentTo: string[];
  kind: Exclude<ShownKind, 'test'>;
  startedAt: Date;
  endedAt: Date | null;
  createdAt: Date;
}

/** Null when it was settled, or its device or person has gone. */
export async function findWaiting(executor: Executor, id: string): Promise<WaitingDelivery | null> {
  const { rows } = await sql<WaitingDelivery>`
    select d.id, d.alert_id, d.device_id, d.account_id, d.channel, d.due_at, d.sent_to, a.kind, a.started_at, a.ended_at,
      a.created_at
    from alert_delivery d join alert a on a.id = d.alert_id
    where d.id = ${id} and d.state = 'waiting' and a.kind <> 'test'`.execute(executor);
  return rows[0] ?? null;
}

export type Settled = 'sent' | 'over' | 'none' | 'failed';

/** False when somebody else settled it. */
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

export async function postponeDelivery(executor: Executor, id: string, dueAt: Date): Promise<void> {
  await sql`update alert_delivery set due_at = ${dueAt} where id = ${id} and state = 'waiting'`.execute(executor);
}

/** Notes that a browser got it, before the others are tried again. */
export async function noteSentTo(executor: Executor, id: string, browserId: string): Promise<void> {
  await sql`
    update alert_delivery set sent_to = array_append(sent_to, ${browserId}::uuid)
    where id = ${id} and not sent_to @> array[${browserId}::uuid]`.execute(executor);
}
