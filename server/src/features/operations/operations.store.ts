import type { AlarmCode } from '@trace/contract/operations/operations.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface AlarmRow {
  readonly code: string;
  readonly startedAt: Date;
}

export async function listAlarms(executor: Executor): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`select code, started_at from operations_alarm`.execute(executor);
  return rows;
}

/** @returns the alarms that were not active before */
export async function insertAlarms(tx: Executor, codes: readonly AlarmCode[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into operations_alarm (code, started_at) select code, ${at} from unnest(${[...codes]}::text[]) as new (code)
    on conflict (code) do nothing returning code`.execute(tx);
  return rows.map(({ code }) => code);
}

/** Deletes all alarms except these. Returns the deleted alarms. */
export async function deleteOtherAlarms(tx: Executor, codes: readonly AlarmCode[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    delete from operations_alarm where code <> all(${[...codes]}::text[]) returning code`.execute(tx);
  return rows.map(({ code }) => code);
}

export async function readDatabaseBytes(executor: Executor): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(executor);
  return rows[0]?.bytes ?? 0;
}
