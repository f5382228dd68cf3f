import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ErrorLine {
  readonly deviceId: number;
  readonly text: string;
  readonly receivedAt: Date;
}

/**
 * Which messages count. A device without a network sends its messages later, so `saidSince` bounds the time of the device
 * itself, when another person may have had the device. Null: any time.
 */
export interface Shown {
  readonly receivedSince: Date;
  readonly saidSince: Date | null;
}

const isShown = ({ receivedSince, saidSince }: Shown) => sql`received_at >= ${receivedSince}
  and (${saidSince}::timestamptz is null or at >= ${saidSince})`;

/** The newest error lines of each of these devices. */
export async function listErrors(
  executor: Executor,
  deviceIds: readonly number[],
  shown: Shown,
  limit: number,
): Promise<ErrorLine[]> {
  const { rows } = await sql<ErrorLine>`
    select d.id as device_id, e.text, e.received_at from unnest(${[...deviceIds]}::int[]) d(id)
    cross join lateral (
      select text, received_at from device_log
      where device_id = d.id and level = 'error' and ${isShown(shown)}
      order by received_at desc limit ${limit}) e
    order by d.id, e.received_at desc`.execute(executor);
  return rows;
}

export async function findLastPowerCut(executor: Executor, deviceId: number, shown: Shown): Promise<Date | null> {
  const { rows } = await sql<{ receivedAt: Date }>`
    select received_at from device_event
    where device_id = ${deviceId} and kind = 'power_cut' and ${isShown(shown)}
    order by received_at desc limit 1`.execute(executor);
  return rows[0]?.receivedAt ?? null;
}
