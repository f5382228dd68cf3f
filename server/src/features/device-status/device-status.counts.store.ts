import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { FirmwareCount } from './device-status.port.ts';

export async function countHeardSince(executor: Executor, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_status where heard_at > ${since}`.execute(executor);
  return rows[0]!.count;
}

/** Devices by the firmware version that they reported last. */
export async function listFirmwareCounts(executor: Executor): Promise<FirmwareCount[]> {
  const { rows } = await sql<FirmwareCount>`
    select firmware as version, count(*)::int as count from device_status where firmware is not null
    group by firmware order by count desc, version`.execute(executor);
  return rows;
}
