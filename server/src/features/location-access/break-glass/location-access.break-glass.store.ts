import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface BreakGlassRow {
  readonly id: string;
  readonly staffId: string;
  readonly deviceId: number;
  readonly serial: string;
  readonly deviceName: string;
  /** Null: the device had no user. */
  readonly userId: string | null;
  readonly since: Date;
  readonly ticketId: string;
  readonly ticketNumber: string;
  readonly reason: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const columns = sql`id, staff_id, device_id, serial, device_name, user_id, since, ticket_id, ticket_number, reason,
  starts_at, ends_at`;

/** By the database's clock alone, so that no process prolongs an access. */
const runs = sql`ended_at is null and ends_at > clock_timestamp()`;

/** Stores an access. Returns null if this staff member already has one of this device. */
export async function insertBreakGlass(
  tx: Executor,
  access: Omit<BreakGlassRow, 'id' | 'startsAt' | 'endsAt'> & { livesMs: number },
): Promise<BreakGlassRow | null> {
  const { staffId, deviceId } = access;
  await sql`
    update location_break_glass set ended_at = ends_at, ended_as = 'expired'
    where staff_id = ${staffId} and device_id = ${deviceId} and ended_at is null and not (${runs})`.execute(tx);
  const { rows } = await sql<BreakGlassRow>`
    insert into location_break_glass
      (staff_id, device_id, serial, device_name, user_id, since, ticket_id, ticket_number, reason, starts_at, ends_at)
    select ${staffId}, ${deviceId}, ${access.serial}, ${access.deviceName}, ${access.userId}, ${access.since},
      ${access.ticketId}, ${access.ticketNumber}, ${access.reason}, at, at + ${access.livesMs} * interval '1 ms'
    from (select clock_timestamp() as at) t
    on conflict (staff_id, device_id) where ended_at is null do nothing
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

export async function findRunningBreakGlass(
  executor: Executor,
  staffId: string,
  serial: string,
): Promise<BreakGlassRow | null> {
  const { rows } = await sql<BreakGlassRow>`
    select ${columns} from location_break_glass
    where staff_id = ${staffId} and serial = ${serial} and ${runs}`.execute(executor);
  return rows[0] ?? null;
}

export async function findBreakGlass(executor: Executor, id: string): Promise<BreakGlassRow | null> {
  const { rows } = await sql<BreakGlassRow>`
    select ${columns} from location_break_glass where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** Ends a running access. Returns false if the access no longer runs. */
export async function endBreakGlass(tx: Executor, id: string, as: 'ended' | 'ground_lost'): Promise<boolean> {
  const { rows } = await sql`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = ${as}
    where id = ${id} and ${runs} returning id`.execute(tx);
  return rows.length === 1;
}

/** Ends the running accesses for a ticket, and returns them. */
export async function endBreakGlassOfTicket(tx: Executor, ticketId: string): Promise<BreakGlassRow[]> {
  const { rows } = await sql<BreakGlassRow>`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = 'ticket_finished'
    where ticket_id = ${ticketId} and ${runs} returning ${columns}`.execute(tx);
  return rows;
}

/** Ends the running accesses of a staff member, and returns them. */
export async function endBreakGlassOfStaff(tx: Executor, staffId: string): Promise<BreakGlassRow[]> {
  const { rows } = await sql<BreakGlassRow>`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where staff_id = ${staffId} and ${runs} returning ${columns}`.execute(tx);
  return rows;
}

/** Ends the accesses to a device that another tracker has replaced. */
export async function endBreakGlassOfDevice(tx: Executor, deviceId: number): Promise<void> {
  await sql`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where device_id = ${deviceId} and ${runs}`.execute(tx);
}

export async function markBreakGlassExpired(executor: Executor): Promise<void> {
  await sql`
    update location_break_glass set ended_at = ends_at, ended_as = 'expired'
    where ended_at is null and not (${runs})`.execute(executor);
}

export interface OwnBreakGlass {
  readonly serialNumber: string;
  readonly ticketNumber: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
}

/** The accesses of support to the location of a user, newest first. */
export async function listBreakGlassOf(executor: Executor, userId: string, limit: number): Promise<OwnBreakGlass[]> {
  const { rows } = await sql<OwnBreakGlass>`
    select serial as serial_number, ticket_number, starts_at, ends_at, ended_at from location_break_glass
    where user_id = ${userId} order by starts_at desc limit ${limit}`.execute(executor);
  return rows;
}
