import type { AlertChannel, AlertKind } from '@trace/contract/alerts/alerts.rules';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OpenAlert {
  id: string;
  deviceId: number;
  kind: AlertKind;
  expiresAt: Date | null;
  saidBoot: number | null;
  saidTs: number | null;
  notedAt: Date;
  createdAt: Date;
}

/**
 * Returns the open alerts of these devices, whose status the caller has locked. Locks alerts that can expire, so that
 * the sweep skips such rows until commit.
 */
export async function lockOpen(tx: Executor, deviceIds: readonly number[]): Promise<OpenAlert[]> {
  const columns = sql`id, device_id, kind, expires_at, said_boot, said_ts, noted_at, created_at`;
  const open = sql`device_id = any(${[...deviceIds]}::int[]) and ended_at is null and device_id is not null`;
  const { rows } = await sql<OpenAlert>`
    with held as (
      select ${columns} from alert where ${open} and expires_at is not null order by device_id, kind for update)
    select * from held union all select ${columns} from alert where ${open} and expires_at is null`.execute(tx);
  return rows;
}

/** The alert of a cause that lasts. */
export async function listOpen(executor: Executor, deviceId: number, kind: AlertKind): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from alert where device_id = ${deviceId} and kind = ${kind} and ended_at is null`.execute(executor);
  return rows.map(({ id }) => id);
}

export interface NewAlert {
  id: string;
  deviceId: number;
  serial: string;
  kind: AlertKind;
  startedAt: Date;
  expiresAt: Date | null;
}

export type BegunAlert = Pick<NewAlert, 'id' | 'deviceId' | 'kind' | 'expiresAt'>;

/**
 * Begins alerts, unless the cause already has an open alert. Returns the new alerts. Inserts in a fixed order to avoid
 * deadlocks.
 */
export async function insertAlerts(
  executor: Executor,
  alerts: readonly NewAlert[],
  createdAt: Date,
): Promise<BegunAlert[]> {
  const of = <Key extends keyof NewAlert>(key: Key): NewAlert[Key][] => alerts.map((alert) => alert[key]);
  const { rows } = await sql<BegunAlert>`
    insert into alert (id, device_id, serial, kind, started_at, expires_at, created_at, noted_at)
    select *, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from unnest(${of('id')}::uuid[], ${of('deviceId')}::int[], ${of('serial')}::text[],
      ${of('kind')}::text[], ${of('startedAt')}::timestamptz[], ${of('expiresAt')}::timestamptz[])
    on conflict (device_id, kind) where ended_at is null and device_id is not null do nothing
    returning id, device_id, kind, expires_at`.execute(executor);
  return rows;
}

/**
 * The newest alert of the same cause that began after an instant and is over. Locked until commit, so that no message of
 * the alert is dropped as over while the alert reopens.
 */
export async function listLately(
  executor: Executor,
  alerts: readonly (BegunAlert & { since: Date })[],
): Promise<{ newId: string; id: string }[]> {
  const { rows } = await sql<{ newId: string; id: string }>`
    select given.id as new_id, lately.id
    from unnest(${alerts.map(({ id }) => id)}::uuid[], ${alerts.map(({ deviceId }) => deviceId)}::int[],
      ${alerts.map(({ kind }) => kind)}::text[], ${alerts.map(({ since }) => since)}::timestamptz[])
      as given (id, device_id, kind, since)
    cross join lateral (
      select id from alert a
      where a.device_id = given.device_id and a.kind = given.kind and a.created_at > given.since and a.ended_at is not null
      order by a.created_at desc limit 1 for update) as lately`.execute(executor);
  return rows;
}

export interface Reopened {
  newId: string;
  id: string;
  expiresAt: Date | null;
}

/** Reopens old alerts in place of the new alerts. Returns the accounts whose lists contain the old alerts. */
export async function reopenAlerts(executor: Executor, alerts: readonly Reopened[], at: Date): Promise<string[]> {
  const ids = alerts.map(({ id }) => id);
  await sql`delete from alert where id = any(${alerts.map(({ newId }) => newId)}::uuid[])`.execute(executor);
  await sql`
    update alert set ended_at = null, noted_at = ${at}, expires_at = given.expires_at, said_boot = null, said_ts = null
    from unnest(${ids}::uuid[], ${alerts.map(({ expiresAt }) => expiresAt)}::timestamptz[]) as given (id, expires_at)
    where alert.id = given.id`.execute(executor);
  const { rows } = await sql<{ accountId: string }>`
    select distinct account_id from alert_delivery
    where alert_id = any(${ids}::uuid[]) and channel = 'portal'`.execute(executor);
  return rows.map(({ accountId }) => accountId);
}

export interface EventCause {
  deviceId: number;
  kind: AlertKind;
  boot: number;
  ts: number;
  expiresAt: Date;
}

/** Records events in the open alerts of their causes. */
export async function noteEvents(executor: Executor, events: readonly EventCause[], at: Date): Promise<void> {
  const of = <Key extends keyof EventCause>(key: Key): EventCause[Key][] => events.map((event) => event[key]);
  await sql`
    with noted as (
      select a.id, given.boot, given.ts, given.expires_at from alert a
      join unnest(${of('deviceId')}::int[], ${of('kind')}::text[], ${of('boot')}::bigint[], ${of('ts')}::bigint[],
        ${of('expiresAt')}::timestamptz[]) as given (device_id, kind, boot, ts, expires_at)
        on a.device_id = given.device_id and a.kind = given.kind
      where a.ended_at is null and a.device_id is not null
      order by a.device_id, a.kind for update of a)
    update alert set noted_at = ${at},
      expires_at = case when alert.expires_at is null then null else greatest(alert.expires_at, noted.expires_at) end,
      said_ts = case when alert.said_boot is null or (noted.boot, noted.ts) > (alert.said_boot, alert.said_ts)
        then noted.ts else alert.said_ts end,
      said_boot = greatest(alert.said_boot, noted.boot)
    from noted where alert.id = noted.id and alert.ended_at is null`.execute(executor);
}

/** An alert that the device confirms no longer expires, and any later report can end the alert. */
export async function keepOpen(executor: Executor, ids: readonly string[]): Promise<void> {
  await sql`
    update alert set expires_at = null, said_boot = null, said_ts = null
    where id in (
      select id from alert where id = any(${[...ids]}::uuid[]) order by device_id, kind for update)`.execute(executor);
}

/**
 * Ends alerts, locking in the fixed order. Skips alerts with an event noted after `notedBefore`. Returns the accounts
 * whose lists contain the ended alerts.
 */
export async function endAlerts(
  executor: Executor,
  ids: readonly string[],
  { at, notedBefore }: { at: Date; notedBefore: Date | null },
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    with held as (
      select id from alert where id = any(${[...ids]}::uuid[]) and ended_at is null
        and (${notedBefore}::timestamptz is null or noted_at <= ${notedBefore})
      order by device_id, kind for update),
    ended as (
      update alert set ended_at = ${at} where id in (select id from held) returning id)
    select distinct account_id from alert_delivery where alert_id in (select id from ended) and channel = 'portal'`.execute(
    executor,
  );
  return rows.map(({ accountId }) => accountId);
}

/** The result of a sweep: the number of ended alerts, and the accounts whose lists contain such an alert. */
export interface Swept {
  count: number;
  accountIds: string[];
}

const sweptBy = async (executor: Executor, held: RawBuilder<unknown>, at: Date): Promise<Swept> => {
  const { rows } = await sql<Swept>`
    with held as (${held} for update skip locked),
    ended as (update alert set ended_at = ${at} where id in (select id from held) returning id)
    select (select count(*) from ended)::int as count, array(
      select distinct account_id from alert_delivery
      where alert_id in (select id from ended) and channel = 'portal') as account_ids`.execute(executor);
  return rows[0]!;
};

/**
 * Ends expired alerts that no report confirmed. Skips locked rows, because a message about such an alert is being
 * processed.
 */
export const endExpired = (executor: Executor, now: Date, limit: number): Promise<Swept> =>
  sweptBy(
    executor,
    sql`select id from alert where ended_at is null and expires_at <= ${now} order by expires_at limit ${limit}`,
    now,
  );

/** Ends these alerts. Skips locked rows. */
export const endUnheld = (executor: Executor, ids: readonly string[], at: Date): Promise<Swept> =>
  sweptBy(executor, sql`select id from alert where id = any(${[...ids]}::uuid[]) and ended_at is null`, at);

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

/**
 * Returns the number of deleted alerts, at most the limit. Skips alerts that a concurrent removal of the device is
 * deleting.
 */
export async function deleteOldAlerts(executor: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from alert where id in (
      select id from alert where created_at < ${before} and ended_at is not null
      order by created_at limit ${limit} for update skip locked)
    returning id`.execute(executor);
  return rows.length;
}

export interface NotifiedPerson {
  id: string;
  alertId: string;
  accountId: string;
  channel: AlertChannel;
  state: 'waiting' | 'sent' | 'over' | 'none' | 'limit' | 'failed';
}

/** Returns the recipients of these alerts and the channel of each message. */
export async function listNotifiedOf(executor: Executor, alertIds: readonly string[]): Promise<NotifiedPerson[]> {
  const { rows } = await sql<NotifiedPerson>`
    select id, alert_id, account_id, channel, state from alert_delivery
    where alert_id = any(${[...alertIds]}::uuid[])`.execute(executor);
  return rows;
}
