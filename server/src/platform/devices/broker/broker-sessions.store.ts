// The MQTT sessions that the broker keeps for Trace. A lease gives each session to a single process, so that another
// process reads the unacknowledged messages of a dead process.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

/** Longer than a pause of garbage collection. A process that loses its lease is disconnected by the broker. */
const LEASE_SEC = 4;

/** Takes the lowest session with an expired lease. Null: all sessions are in use. */
export async function takeFreeSession(executor: Executor, holder: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    update broker_session set holder = ${holder}, held_until = now() + make_interval(secs => ${LEASE_SEC})
    where number = (
      select number from broker_session where held_until < now() order by number limit 1 for update skip locked)
    returning number`.execute(executor);
  return rows[0]?.number ?? null;
}

/** Adds a session. Null: another process added the same number, try again. */
export async function addSession(executor: Executor, holder: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    insert into broker_session (number, holder, held_until)
    select coalesce(max(number), 0) + 1, ${holder}, now() + make_interval(secs => ${LEASE_SEC}) from broker_session
    on conflict (number) do nothing returning number`.execute(executor);
  return rows[0]?.number ?? null;
}

/**
 * Returns false when another process holds the session now. Restores a missing row: another process ended the session
 * during a pause of this process, whose links have opened the session again since.
 */
export async function renewSession(executor: Executor, number: number, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into broker_session as known (number, holder, held_until)
    values (${number}, ${holder}, now() + make_interval(secs => ${LEASE_SEC}))
    on conflict (number) do update set held_until = excluded.held_until where known.holder = excluded.holder
    returning 1`.execute(executor);
  return rows.length > 0;
}

/** The session stays at the broker, and the next process continues it. */
export async function releaseSession(executor: Executor, number: number, holder: string): Promise<void> {
  await sql`
    update broker_session set held_until = now() - interval '1 second'
    where number = ${number} and holder = ${holder}`.execute(executor);
}

/** The broker has forgotten the session. */
export async function deleteSession(executor: Executor, number: number, holder: string): Promise<void> {
  await sql`delete from broker_session where number = ${number} and holder = ${holder}`.execute(executor);
}
