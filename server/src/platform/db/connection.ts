// How this server connects to PostgreSQL: the single place for timeouts, time zone, schema and value types.
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { isConnectionLost } from './errors.ts';
import { runQuery } from './run-query.ts';
import { valueTypes } from './value-types.ts';

export interface ConnectionSource {
  /** A PostgreSQL url. Session features are needed (LISTEN, advisory locks): no pooler in transaction mode. */
  readonly url: string;
  /** The schema that holds our tables; the database's default when left out. */
  readonly schema?: string;
  /** The purpose of the connection, shown in pg_stat_activity. */
  readonly purpose?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A peer that vanished without a word is found out in some ten seconds more. */
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
/** An idle transaction delays the outbox and vacuum, so the server ends it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * A machine that loses its power says no word. Its open transactions would hold the outbox and their rows for 30 s, and a
 * lock of migrations for hours. The database asks the machine's network, which also answers for a busy process.
 */
const VANISHED_CLIENT = [
  'set tcp_keepalives_idle to 5',
  'set tcp_keepalives_interval to 1',
  'set tcp_keepalives_count to 3',
  `set tcp_user_timeout to '8s'`,
];

/**
 * How long a new connection waits for a restarting database. A warm start takes 0.1 s, a crash recovery takes seconds.
 */
const RESTART_PATIENCE_MS = 5_000;
const RETRY_EVERY_MS = 50;

/** How to connect, and the statement that sets the session up. Poolers refuse most settings as start-up parameters. */
export interface ConnectionConfig extends pg.ClientConfig {
  readonly setup: string;
}

/** Settings of a connection for ordinary work. */
export function connectionConfig(source: ConnectionSource): ConnectionConfig {
  const limits = [
    `set statement_timeout to ${STATEMENT_TIMEOUT_MS}`,
    `set lock_timeout to ${LOCK_TIMEOUT_MS}`,
    `set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
  ];
  const bare = bareConnectionConfig(source);
  return { ...bare, setup: [bare.setup, ...limits].join('; ') };
}

/** The same without limits of time: for listening and for migrations, which set their own. */
export function bareConnectionConfig(source: ConnectionSource): ConnectionConfig {
  return {
    connectionString: source.url,
    application_name: applicationName(source),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: valueTypes,
    setup: sessionSetup(source),
  };
}

/** Repeats `connect` while the database is away, for as long as a restart takes. */
export async function connectPatiently<T>(connect: () => Promise<T>): Promise<T> {
  const giveUpMs = performance.now() + RESTART_PATIENCE_MS;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > giveUpMs) throw error;
      await wait(RETRY_EVERY_MS);
    }
  }
}

/** A connected client whose loss is told to `onLost` instead of ending the process. */
export async function connectClient(config: ConnectionConfig, onLost: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', onLost);
  try {
    await client.connect();
    await runQuery(client, { text: config.setup });
    return client;
  } catch (error) {
    // The socket may be open although the sign-in failed. An error while closing does not matter.
    client.end().catch(() => {});
    throw error;
  }
}

function applicationName({ schema, purpose }: ConnectionSource): string {
  return ['trace', schema, purpose].filter((part) => part !== undefined).join(' ');
}

function sessionSetup({ schema }: ConnectionSource): string {
  const setup = ["set timezone to 'UTC'", ...VANISHED_CLIENT];
  if (schema === undefined) return setup.join('; ');
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`'${schema}' is no plain schema name`);
  return [...setup, `set search_path to ${schema}`].join('; ');
}
