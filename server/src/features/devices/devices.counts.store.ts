import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { NicknameCount, Registrations } from './devices.port.ts';

/** Registrations by quarter of an hour; served by device_registered_at. */
export async function listRegistrations(executor: Executor, from: Date, to: Date): Promise<Registrations[]> {
  const { rows } = await sql<Registrations>`
    select date_bin('15 minutes', registered_at, 'epoch') as at, count(*)::int as count from device
    where registered_at >= ${from} and registered_at < ${to} group by 1`.execute(executor);
  return rows;
}

/** Exact nicknames of devices in use, most frequent first. */
export async function listNicknameCounts(executor: Executor, limit: number): Promise<NicknameCount[]> {
  const { rows } = await sql<NicknameCount>`
    select nickname, count(*)::int as count from device where nickname is not null and replaced_at is null
    group by nickname order by count desc, nickname limit ${limit}`.execute(executor);
  return rows;
}

export async function listNicknames(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<{ id: number; nickname: string | null }[]> {
  const { rows } = await sql<{ id: number; nickname: string | null }>`
    select id, nickname from device where id = any(${deviceIds}::int[])`.execute(executor);
  return rows;
}
