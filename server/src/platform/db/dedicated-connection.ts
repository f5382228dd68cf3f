// A lane: one connection reserved for one hot path. A lane never waits for the pool and keeps its prepared statements.
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

import type { Log } from '#platform/log/log';

import { copyIn } from './copy-in.ts';
import { createDeferredBegin } from './deferred-begin.ts';
import type { DeferredBegin } from './deferred-begin.ts';
import { connectClient, connectionConfig } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import { isConnectionLost } from './errors.ts';
import { naming, renameColumns } from './naming.ts';
import { isStalePlan } from './prepared-statements.ts';
import { runQuery } from './run-query.ts';

export interface Statement {
  /** Prepared once per connection under this name. Each name belongs to one text. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface DedicatedTransaction {
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Feeds `rows`, in the format that the statement names, to a `copy … from stdin`; answers the number of rows. */
  copyIn(statement: string, rows: Buffer): Promise<number>;
  /**
   * Copies and commits in a single round trip, or returns null when the transaction already has a statement. Only for
   * the last statement: a later statement would begin another transaction. A refused COPY leaves the transaction empty.
   */
  copyInAndCommit(statement: string, rows: Buffer): Promise<number> | null;
  /** The same transaction for stores that take an Executor. */
  readonly executor: Kysely<unknown>;
}

export interface DedicatedConnection {
  /** Runs transactions one after another. After a lost connection, the next transaction opens a new connection. */
  transaction<T>(work: (tx: DedicatedTransaction) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export function createDedicatedConnection(name: string, source: ConnectionSource, log: Log): DedicatedConnection {
  const config = connectionConfig({ ...source, purpose: name });
  let client: pg.Client | undefined;
  let begin: DeferredBegin | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const connect = async (): Promise<pg.Client> => {
    const connected = await connectClient(config, (error) => {
      log.warn(
        { err: error, lane: name },
        'Ingest lane lost its database connection, reconnecting with the next batch',
      );
    });
    connected.on('end', () => {
      if (client === connected) client = undefined;
    });
    return connected;
  };

  const executor = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: { connect: lend, end: async () => {}, options: {} } }),
    plugins: [naming],
  });

  /** Lends the lane's only connection to the statements of stores. `run` begins and ends the transaction. */
  async function lend(): Promise<PostgresPoolClient> {
    if (begin === undefined) throw new Error(`lane ${name} has no transaction for this statement`);
    return { query: begin.query as PostgresPoolClient['query'], release: () => {} };
  }

  /** A transaction of kysely would cost every batch 40 µs more. */
  const run = async <T>(work: (tx: DedicatedTransaction) => Promise<T>): Promise<T> => {
    client ??= await connect();
    const used = client;
    const begun = createDeferredBegin(used);
    begin = begun;
    try {
      const result = await work(laneTx(used, begun, executor));
      await begun.end('commit');
      return result;
    } catch (error) {
      // A database that vanished does not answer a rollback either.
      if (isConnectionLost(error)) discard(used);
      else await rollBack(used, begun);
      // A new connection plans anew.
      if (isStalePlan(error)) discard(used);
      throw error;
    } finally {
      begin = undefined;
    }
  };

  /** A connection that cannot even roll back is closed, and the next transaction opens a new one. */
  const rollBack = async (used: pg.Client, begun: DeferredBegin): Promise<void> => {
    try {
      await begun.end('rollback');
    } catch {
      discard(used);
    }
  };

  const discard = (used: pg.Client): void => {
    if (client === used) client = undefined;
    used.end().catch((error: unknown) => log.warn({ err: error }, 'Closing a broken lane connection failed'));
  };

  return {
    transaction: (work) => {
      if (stopped) return Promise.reject(new Error(`lane ${name} is stopped`));
      const result = turn.then(() => run(work));
      // The next transaction runs even if this transaction fails. The caller receives the error through `result`.
      turn = result.catch(() => {});
      return result;
    },
    stop: async () => {
      stopped = true;
      await turn;
      await client?.end();
    },
  };
}

function laneTx(client: pg.Client, begin: DeferredBegin, executor: Kysely<unknown>): DedicatedTransaction {
  return {
    executor,
    query: async <Row>(statement: Statement) => {
      begin.send();
      const { rows } = await runQuery(client, statement);
      return renameColumns<Row>(rows);
    },
    copyIn: (statement, rows) => copyIn(client, `${begin.takePrefix()}${statement}`, rows),
    copyInAndCommit: (statement, rows) => (begin.isDue() ? copyIn(client, statement, rows) : null),
  };
}
