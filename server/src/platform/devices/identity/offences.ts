// Why connections of a device were ended: counted per serial and reason, and stored together once a second, so that a
// device that offends without end costs one row.
import { DAY_MS, HOUR_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { Log } from '#platform/log/log';

interface Offence {
  readonly serial: string;
  readonly reason: string;
  readonly at: Date;
  count: number;
}

const STORE_EVERY_MS = 1_000;
/** How long a reason is kept after it last occurred. */
export const OFFENCE_LIVES_MS = 30 * DAY_MS;

export interface Offences {
  note(serial: string, reason: string): void;
  start(): Stop;
}

export function createOffences({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Offences {
  let pending = new Map<string, Offence>();

  const store = async (): Promise<void> => {
    if (pending.size === 0) return;
    const offences = [...pending.values()];
    pending = new Map();
    try {
      await upsert(database, offences);
    } catch (error) {
      log.warn(
        { err: error, offences: offences.length },
        'Storing offences of devices failed, they are in the log alone',
      );
    }
  };

  const prune = async (): Promise<void> => {
    try {
      await deleteBefore(database, new Date(clock.now().getTime() - OFFENCE_LIVES_MS));
    } catch (error) {
      log.warn({ err: error }, 'Cleanup of old offences of devices failed, retrying in an hour');
    }
  };

  return {
    note: (serial, reason) => {
      const key = `${serial}/${reason}`;
      const known = pending.get(key);
      if (known === undefined) pending.set(key, { serial, reason, at: clock.now(), count: 1 });
      else known.count += 1;
    },
    start: () => {
      const stops = [clock.every(STORE_EVERY_MS, store), clock.every(HOUR_MS, prune)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

async function upsert(database: Database, offences: readonly Offence[]): Promise<void> {
  await sql`
    insert into device_offence as known (serial, reason, count, first_at, last_at)
    select serial, reason, count, at, at from unnest(
      ${offences.map(({ serial }) => serial)}::text[], ${offences.map(({ reason }) => reason)}::text[],
      ${offences.map(({ count }) => count)}::int[], ${offences.map(({ at }) => at)}::timestamptz[])
      as new (serial, reason, count, at)
    -- One order of rows, so that two processes never wait for each other in a circle.
    order by serial, reason
    on conflict (serial, reason) do update
      set count = known.count + excluded.count, last_at = excluded.last_at`.execute(database.sql);
}

async function deleteBefore(database: Database, before: Date): Promise<void> {
  await sql`
    delete from device_offence where (serial, reason) in (
      select serial, reason from device_offence where last_at < ${before}
      limit ${SWEEP_LIMIT} for update skip locked)`.execute(database.sql);
}

export interface DeviceTrouble {
  at: Date;
  what: string;
}

/** The newest troubles of a device, newest first: messages in quarantine, and ended connections. */
export async function listTroubles(database: Database, serial: string, limit: number): Promise<DeviceTrouble[]> {
  const { rows } = await sql<DeviceTrouble>`
    select at, what from (
      select received_at as at, kind || ' not stored: ' || reason || ', ' || size_bytes || ' bytes, begins with '
        || encode(substr(payload_start, 1, 100), 'escape') as what
      from device_quarantine where serial = ${serial}
      union all
      select last_at, 'connection ended: ' || reason || ', ' || count || ' times since ' || to_char(first_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"')
      from device_offence where serial = ${serial}
    ) as trouble order by at desc limit ${limit}`.execute(database.sql);
  return rows;
}

/** Deletes the messages in quarantine that a device sent in a time. The beginning of a message can hold a position. */
export async function deleteQuarantinedOf(
  executor: Executor,
  { serial, from, until }: { serial: string; from: Date; until: Date },
): Promise<void> {
  await sql`
    delete from device_quarantine where serial = ${serial} and received_at >= ${from} and received_at < ${until}`.execute(
    executor,
  );
}
