// The database as features see it: an executor for stores, transactions, lanes for hot paths, and listening.
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient, Transaction } from 'kysely';
import pg from 'pg';

import type { Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import { connectionConfig, connectPatiently } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import { createDedicatedConnection } from './dedicated-connection.ts';
import type { DedicatedConnection } from './dedicated-connection.ts';
import { createListener } from './listener.ts';
import { naming } from './naming.ts';
import { createPipelinedReads } from './pipelined-reads.ts';
import type { PipelinedReads } from './pipelined-reads.ts';
import { lendPreparing } from './prepared-statements.ts';
import { runQuery } from './run-query.ts';

export { isConnectionLost, isDataError, isMissingReference, isUniqueViolation, writeProblemOf } from './errors.ts';
export type { DedicatedConnection, DedicatedTransaction, Statement } from './dedicated-connection.ts';

/** Runs a store's SQL: the database itself or a transaction. */
export type Executor = Kysely<unknown>;

export type Tx = Transaction<unknown>;

export interface Database {
  readonly sql: Executor;
  /**
   * Commits when `work` resolves, rolls back when `work` throws. Keep the transaction short: open transactions delay
   * the outbox.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Opens a dedicated connection for a hot path. `name` appears in pg_stat_activity. */
  lane(name: string): Promise<DedicatedConnection>;
  /**
   * Calls `onMessage` for every NOTIFY on the channel. After a reconnect, calls `onMessage` once with '' so that the
   * listener reads any missed messages.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<Stop>;
  /** Returns how many connections each pool has, and how many callers wait for one. */
  poolUsage(): Record<'queries' | 'transactions', PoolUsage>;
  /** Ends all connections, lanes and listeners; work in progress is finished first. */
  stop(): Promise<void>;
}

export interface PoolUsage {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface DatabaseOptions extends ConnectionSource {
  /** Half of the connections serve transactions, the other half serve all other queries. */
  readonly maxConnections?: number;
  readonly log: Log;
}

const DEFAULT_MAX_CONNECTIONS = 10;
/** Of a server's connections for queries. A command that needs few connections has none of these. */
const READ_CONNECTIONS = 2;

/** Opens the pool and checks with one query that the database answers. */
export async function openDatabase({ maxConnections, log, ...source }: DatabaseOptions): Promise<Database> {
  const half = Math.ceil((maxConnections ?? DEFAULT_MAX_CONNECTIONS) / 2);
  const readConnections = half > READ_CONNECTIONS ? READ_CONNECTIONS : 0;
  const reads = createPipelinedReads(readConnections, source, log);
  const pool = createPool(source, half - readConnections, log);
  const forQueries = lendForQueries(pool, reads);
  const kysely = kyselyOn(pool, async () => forQueries);
  // Transactions have a separate pool to avoid a deadlock. In a shared pool, a query outside a transaction could wait
  // for a connection of another waiting transaction.
  const transactionPool = createPool(source, half, log);
  const transactions = kyselyOn(transactionPool, () => lendOf(transactionPool));
  const listener = createListener(source, log);
  const lanes: DedicatedConnection[] = [];

  const stop = async (): Promise<void> => {
    await listener.stop();
    await Promise.all([...lanes, reads].map((one) => one.stop()));
    await Promise.all([kysely.destroy(), transactions.destroy()]);
    // An unused dialect does not end its pool.
    await Promise.all([pool, transactionPool].filter(({ ending }) => !ending).map((each) => each.end()));
  };

  try {
    // A new connection has run its set-up statement.
    (await pool.connect()).release();
  } catch (error) {
    await Promise.all([pool.end(), transactionPool.end()]);
    throw error;
  }

  return {
    sql: kysely,
    transaction: (work) => transactions.transaction().execute(work),
    lane: async (name) => {
      const lane = createDedicatedConnection(name, source, log);
      lanes.push(lane);
      return lane;
    },
    listen: (channel, onMessage) => listener.listen(channel, onMessage),
    poolUsage: () => ({ queries: usageOf(pool), transactions: usageOf(transactionPool) }),
    stop,
  };
}

const usageOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUsage => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

const lendOf = async (pool: pg.Pool): Promise<PostgresPoolClient> =>
  lendPreparing(await connectPatiently(() => pool.connect()));

/** Lends for single statements: prepared reads share connections, each other statement gets one of the pool. */
function lendForQueries(pool: pg.Pool, reads: PipelinedReads): PostgresPoolClient {
  const queryOnPool = async (text: string, values: unknown[]): Promise<unknown> => {
    const client = await lendOf(pool);
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
  const query = (text: string, values: unknown[]): Promise<unknown> =>
    reads.run(text, values) ?? queryOnPool(text, values);
  return { query: query as PostgresPoolClient['query'], release: () => {} };
}

function kyselyOn(pool: pg.Pool, connect: () => Promise<PostgresPoolClient>): Kysely<unknown> {
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
    plugins: [naming],
  });
}

function createPool(source: ConnectionSource, max: number, log: Log): pg.Pool {
  const { setup, ...config } = connectionConfig(source);
  const onConnect = async (client: pg.ClientBase): Promise<void> => void (await runQuery(client, { text: setup }));
  const options = { ...config, max, idleTimeoutMillis: 60_000, onConnect };
  const pool = new pg.Pool(options);
  const onLost = (error: Error): void => {
    // An ending pool closes its connections without waiting for final messages.
    if (!pool.ending) log.warn({ err: error }, 'Database connection lost, the pool opens a new one');
  };
  // Idle connections emit errors on the pool, borrowed connections on themselves. Without a listener, either error
  // would end the process.
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
  });
  return pool;
}
