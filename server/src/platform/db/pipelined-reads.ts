// Prepared reads outside of transactions share a few connections. A read is sent while earlier reads are under way, and
// the reads of a turn of the event loop leave in one write. A write that wakes a database process costs the server more
// than all else of a read (decision 051).
import type pg from 'pg';

import type { Log } from '#platform/log/log';

import { connectClient, connectionConfig } from './connection.ts';
import type { ConnectionSource } from './connection.ts';
import { isStalePlan, preparedName } from './prepared-statements.ts';
import { runQuery } from './run-query.ts';

export interface PipelinedReads {
  /** Runs a prepared read. Null when the statement is none, or when no connection would answer soon. */
  run(text: string, values: unknown[]): Promise<unknown> | null;
  stop(): Promise<void>;
}

interface ReadConnection {
  readonly client: pg.Client;
  /** When each read under way was sent. The database answers in this order. */
  readonly sentMs: number[];
}

/** Reads behind a read that takes longer would wait for that read. */
const SLOW_MS = 50;
/** After a failed attempt to connect. */
const RETRY_MS = 5_000;

export function createPipelinedReads(count: number, source: ConnectionSource, log: Log): PipelinedReads {
  const connections: ReadConnection[] = [];
  let connecting: Promise<void> | null = null;
  let retryFromMs = 0;
  let isStopped = false;
  /** The connection whose reads of this turn are not written yet. */
  let collecting: ReadConnection | null = null;

  const remove = (connection: ReadConnection): void => {
    const place = connections.indexOf(connection);
    if (place >= 0) connections.splice(place, 1);
  };

  const connect = async (): Promise<void> => {
    const config = { ...connectionConfig({ ...source, purpose: 'reads' }), pipeline: true };
    try {
      const client = await connectClient(config, (error) => {
        log.warn({ err: error }, 'Database connection for reads lost, the next read opens a new one');
      });
      const connection: ReadConnection = { client, sentMs: [] };
      client.on('error', () => remove(connection));
      client.on('end', () => remove(connection));
      connections.push(connection);
    } catch (error) {
      retryFromMs = performance.now() + RETRY_MS;
      log.warn({ err: error }, 'Opening a database connection for reads failed, reads use the pool');
    }
  };

  const openMissing = (nowMs: number): void => {
    if (connections.length >= count || connecting !== null || isStopped || nowMs < retryFromMs) return;
    connecting = connect().finally(() => {
      connecting = null;
    });
  };

  /** Writes at the end of this turn. */
  const collect = (connection: ReadConnection): void => {
    if (collecting === connection) return;
    const { stream } = connection.client.connection;
    collecting = connection;
    stream.cork();
    setImmediate(() => {
      if (collecting === connection) collecting = null;
      stream.uncork();
    });
  };

  const send = async (connection: ReadConnection, query: pg.QueryConfig): Promise<unknown> => {
    collect(connection);
    connection.sentMs.push(performance.now());
    try {
      return await runQuery(connection.client, query);
    } catch (error) {
      if (isStalePlan(error)) {
        // A new connection plans anew. Reads under way are still answered.
        remove(connection);
        connection.client.end().catch(() => {});
      }
      throw error;
    } finally {
      connection.sentMs.shift();
    }
  };

  return {
    run: (text, values) => {
      const read = preparedName(text);
      if (read?.isRead !== true || isStopped) return null;
      const nowMs = performance.now();
      openMissing(nowMs);
      const isQuick = ({ sentMs: [oldestMs = nowMs] }: ReadConnection): boolean => nowMs - oldestMs <= SLOW_MS;
      const open = connections.filter(isQuick);
      const chosen = open.find((connection) => connection === collecting) ?? leastBusy(open);
      return chosen === undefined ? null : send(chosen, { name: read.name, text, values });
    },
    stop: async () => {
      isStopped = true;
      await connecting;
      await Promise.all(connections.map(({ client }) => client.end()));
    },
  };
}

const leastBusy = (connections: readonly ReadConnection[]): ReadConnection | undefined =>
  connections.toSorted((one, other) => one.sentMs.length - other.sentMs.length)[0];
