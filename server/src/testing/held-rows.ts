// Orders of locks, fixed by locks instead of by chance.
import { sql, type RawBuilder } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Executor } from '#platform/db/database';
import { eventually } from './eventually.ts';
import type { Portal } from './portal.ts';

export interface Held {
  /** The process of the database that holds. */
  pid: number;
  rowsIn(query: RawBuilder<unknown>): Promise<number>;
  release(): Promise<void>;
}

/** Opens a concurrent transaction that keeps its locks until released or until the test ends. */
export async function hold({ test }: Portal, what: RawBuilder<unknown>): Promise<Held> {
  const [held, free] = [Promise.withResolvers<Executor>(), Promise.withResolvers<void>()];
  const holding = test.database.transaction(async (tx) => {
    await what.execute(tx);
    held.resolve(tx);
    await free.promise;
  });
  const release = async (): Promise<void> => {
    free.resolve();
    await holding;
  };
  onTestFinished(release);
  const tx = await held.promise;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return { pid: rows[0]!.pid, rowsIn: async (query) => (await query.execute(tx)).rows.length, release };
}

/** Matches connections for users' requests. Connections for devices have a purpose in their name. */
export const REQUESTS = '^trace [^ ]+$';

/** Returns the pid of the database process that waits for `pid`. `name` is a pattern for the connection's name. */
export async function waitingFor({ test }: Portal, pid: number, name = ''): Promise<number> {
  const waiting = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where ${pid} = any(pg_blocking_pids(pid)) and application_name ~ ${name}`.execute(test.database.sql);
    return rows[0]?.pid;
  };
  return (await eventually(waiting, (found) => found !== undefined))!;
}

/** Locks a device's status row, the first row that messages lock. */
export const statusOf = (serial: string): RawBuilder<unknown> =>
  sql`select from device_status where serial = ${serial} for update`;
