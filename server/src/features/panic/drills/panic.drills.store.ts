import type { DeliveryState, PanicChannel, PanicRole } from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface DrillRow {
  readonly id: string;
  readonly incidentId: string;
  readonly hubName: string | null;
  readonly isMonthly: boolean;
  readonly startedAt: Date;
  readonly serial: string;
  readonly deviceName: string;
}

export async function insertDrill(
  tx: Executor,
  drill: { id: string; accountId: string; deviceId: number; hubName: string | null; isMonthly: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into panic_drill (id, account_id, device_id, hub_name, is_monthly, started_at)
    values (${drill.id}, ${drill.accountId}, ${drill.deviceId}, ${drill.hubName}, ${drill.isMonthly}, ${drill.at})`.execute(
    tx,
  );
}

/** Connects a drill with the incident that its event opened. */
export async function linkIncident(tx: Executor, drillId: string): Promise<void> {
  await sql`
    update panic_drill set incident_id = (
      select incident_id from panic_event where source = 'drill' and source_event_id = ${drillId})
    where id = ${drillId}`.execute(tx);
}

export async function listDrillRows(executor: Executor, accountId: string, limit: number): Promise<DrillRow[]> {
  const { rows } = await sql<DrillRow>`
    select d.id, d.incident_id, d.hub_name, d.is_monthly, d.started_at, i.serial, i.name as device_name
    from panic_drill d
    join panic_incident_device i on i.incident_id = d.incident_id and i.device_id = d.device_id
    where d.account_id = ${accountId} order by d.started_at desc, d.id limit ${limit}`.execute(executor);
  return rows;
}

export interface DrillMessageRow {
  readonly incidentId: string;
  readonly id: string;
  readonly name: string;
  readonly role: PanicRole;
  readonly accountId: string | null;
  readonly seenAt: Date | null;
  readonly channel: PanicChannel;
  readonly state: DeliveryState;
  readonly settledAt: Date | null;
}

/** The first round of messages of these incidents. */
export async function listDrillMessages(
  executor: Executor,
  incidentIds: readonly string[],
): Promise<DrillMessageRow[]> {
  const { rows } = await sql<DrillMessageRow>`
    select r.incident_id, d.id, r.name, r.role, r.account_id, r.seen_at, d.channel, d.state, d.settled_at
    from panic_recipient r join panic_delivery d on d.recipient_id = r.id
    where r.incident_id = any(${[...incidentIds]}::uuid[]) and d.round = 1
    order by case r.role when 'wearer' then 0 else 1 end, r.rank, r.name, d.channel`.execute(executor);
  return rows;
}

/** Serialises the drills of a user until commit. */
export async function lockDrills(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`panic-drill:${accountId}`}, 0))`.execute(tx);
}

export async function listDrillTimes(executor: Executor, accountId: string, after: Date): Promise<Date[]> {
  const { rows } = await sql<{ startedAt: Date }>`
    select started_at from panic_drill
    where account_id = ${accountId} and not is_monthly and started_at > ${after} order by started_at`.execute(executor);
  return rows.map(({ startedAt }) => startedAt);
}

/** Whether a user has an open incident that is no test, with any device. */
export async function isInEmergency(executor: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from panic_incident_device d join panic_incident i on i.id = d.incident_id
    where d.user_id = ${userId} and i.closed_at is null and not i.is_test limit 1`.execute(executor);
  return rows.length > 0;
}

/** The devices among these that had a drill after an instant. */
export async function listDrilled(executor: Executor, deviceIds: readonly number[], after: Date): Promise<Set<number>> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct device_id from panic_drill
    where device_id = any(${[...deviceIds]}::int[]) and started_at > ${after}`.execute(executor);
  return new Set(rows.map(({ deviceId }) => deviceId));
}
