// Refuses a database server on which Trace would start and later stand still.
import type pg from 'pg';

import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';

import { bareConnectionConfig, connectClient, connectPatiently } from './connection.ts';

const OLDEST_VERSION = 150_000;

const POOLER =
  'DATABASE_URL leads to a pooler in transaction or statement mode, which loses locks and notifications. ' +
  'Connect to PostgreSQL itself, or set pool_mode = session.';

/** Connects twice. @throws StartProblem with a sentence for the operator */
export async function checkDatabaseServer(url: string, log: Log): Promise<void> {
  const first = await connect(url, log);
  try {
    const second = await connect(url, log);
    try {
      await requireVersion(first);
      if (await sharesSessions(first, second)) throw new StartProblem(POOLER);
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

function connect(url: string, log: Log): Promise<pg.Client> {
  const config = bareConnectionConfig({ url, purpose: 'start check' });
  return connectPatiently(() =>
    connectClient(config, (error) => log.warn({ err: error }, 'Connection of the start check lost')),
  );
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  if (Number(rows[0]?.number) < OLDEST_VERSION)
    throw new StartProblem(`DATABASE_URL leads to PostgreSQL ${rows[0]?.name}. Trace needs version 15 or newer.`);
}

/**
 * Each connection has a session of its own in PostgreSQL and behind a pooler in session mode. A pooler in transaction
 * mode gives a session to whoever begins a transaction: the second connection gets the session of the first, or the
 * first one changes its session while the second holds it.
 */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await sessionOf(first);
  try {
    await second.query('begin');
    const other = await sessionOf(second);
    // With a single session in the pool, the first connection would wait for the second.
    if (other === before) return true;
    return (await sessionOf(first)) !== before;
  } catch (error) {
    if (error instanceof Error && /statement pooling/.test(error.message)) return true;
    throw error;
  } finally {
    await second.query('rollback').catch(() => {});
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
