// PostgreSQL's replication protocol, as far as backups need it: a base backup, and the write-ahead log (WAL) while it
// is written. https://www.postgresql.org/docs/18/protocol-replication.html
import type { Socket } from 'node:net';
import pg from 'pg';
import { parseLsn } from './lsn.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** The part of pg's connection that a statement of this protocol uses. */
interface WireConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

export interface CopyHandlers {
  onRow(fields: readonly (string | null)[]): void;
  /** @returns false to hold the server until `resume` */
  onData(chunk: Buffer): boolean;
}

/** A statement that answers with rows and a stream of bytes, which pg does not know. */
export class CopyStatement {
  readonly ended: Promise<void>;
  readonly #text: string;
  readonly #handlers: CopyHandlers;
  #connection: WireConnection | undefined;
  #resolve!: () => void;
  #reject!: (error: Error) => void;

  constructor(text: string, handlers: CopyHandlers) {
    this.#text = text;
    this.#handlers = handlers;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The owner awaits it later; until then a failure is not unhandled.
    this.ended.catch(() => {});
  }

  send(chunk: Buffer): void {
    this.#connection?.sendCopyFromChunk(chunk);
  }

  resume(): void {
    this.#connection?.stream.resume();
  }

  /** Cuts the connection: the server ends a stream only then. */
  destroy(): void {
    this.#connection?.stream.destroy();
  }

  // From here on the names are those that pg calls.
  submit(connection: unknown): void {
    this.#connection = connection as WireConnection;
    this.#connection.query(this.#text);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#handlers.onRow(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // pg reuses the memory of the chunk.
    if (!this.#handlers.onData(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

/** Opens a connection that speaks the replication protocol. Statements of SQL are refused on it. */
export async function connectReplication(url: string, onLost: (error: Error) => void): Promise<pg.Client> {
  const config = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, replication: 'true' };
  const client = new pg.Client({ ...config, application_name: 'trace backup' });
  client.on('error', onLost);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

export interface SystemPlace {
  /** The identity of the cluster, which a restored copy keeps. */
  readonly systemId: string;
  readonly timeline: number;
  readonly lsn: bigint;
}

export async function identifySystem(client: pg.Client): Promise<SystemPlace> {
  const { rows } = await client.query<{ systemid: string; timeline: string; xlogpos: string }>('IDENTIFY_SYSTEM');
  const { systemid, timeline, xlogpos } = rows[0]!;
  return { systemId: systemid, timeline: Number(timeline), lsn: parseLsn(xlogpos) };
}
