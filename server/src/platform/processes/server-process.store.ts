import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ServerProcessRow {
  readonly id: string;
  /** Host and port. */
  readonly name: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly isStopping: boolean;
  readonly deviceConnections: number;
  readonly openStreams: number;
}

export type OwnProcess = Omit<ServerProcessRow, 'seenAt' | 'startedAt'>;

/**
 * Saves the sign of life of this process, deletes processes that have not written for so long, and returns the ids of
 * the others. Times are the database's, so that all processes agree which process is gone. A locked row is being written
 * by its process: after a pause of the database, two processes would wait for each other.
 */
export async function saveProcess(executor: Executor, own: OwnProcess, goneAfterSec: number): Promise<string[]> {
  const goneBefore = sql`clock_timestamp() - make_interval(secs => ${goneAfterSec}::int)`;
  const { rows } = await sql<{ id: string }>`
    /* prepared: sign of life */ with saved as (
      insert into server_process (id, name, version, started_at, seen_at, is_stopping, device_connections, open_streams)
      values (${own.id}, ${own.name}, ${own.version}, clock_timestamp(), clock_timestamp(), ${own.isStopping},
        ${own.deviceConnections}, ${own.openStreams})
      on conflict (id) do update set seen_at = clock_timestamp(), name = excluded.name,
        is_stopping = excluded.is_stopping, device_connections = excluded.device_connections,
        open_streams = excluded.open_streams
    ), gone as (
      delete from server_process where id in (
        select id from server_process where id <> ${own.id} and seen_at < ${goneBefore} for update skip locked)
    ) select id from server_process where id <> ${own.id} and seen_at >= ${goneBefore}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function deleteProcess(executor: Executor, id: string): Promise<void> {
  await sql`delete from server_process where id = ${id}`.execute(executor);
}

/** Deletes the process that listened at this host and port before. */
export async function deletePredecessor(executor: Executor, name: string): Promise<void> {
  await sql`delete from server_process where name = ${name}`.execute(executor);
}

export async function listProcesses(executor: Executor): Promise<ServerProcessRow[]> {
  const { rows } = await sql<ServerProcessRow>`
    select id, name, version, started_at, seen_at, is_stopping, device_connections, open_streams
    from server_process order by started_at, id`.execute(executor);
  return rows;
}
