// COPY FROM STDIN whose statement and rows leave in one write. The driver's streams wait for the database to ask for
// the rows, which costs a round trip and three more writes. PostgreSQL drops rows that follow a refused COPY, so the
// early rows of a failed statement do no harm (PostgreSQL documentation, 54.2.6 COPY operations).
import type pg from 'pg';
import { answered } from './run-query.ts';

const QUERY = 0x51;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
/** A type byte and a length. The length counts itself, not the type. */
const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;

/** Sends rows in the format that the statement names. Resolves with the number of rows when the database has answered. */
export function copyIn(client: pg.Client, statement: string, rows: Buffer): Promise<number> {
  return answered(client, (resolve, reject) => {
    let rowCount = 0;
    const query = {
      submit: (connection: pg.Connection): void => {
        connection.stream.write(messagesOf(statement, rows));
      },
      handleCopyInResponse: (): void => {},
      handleCommandComplete: ({ text: tag }: { text?: string }): void => {
        const copied = /^COPY (\d+)$/.exec(tag ?? '')?.[1];
        if (copied !== undefined) rowCount = Number(copied);
      },
      handleReadyForQuery: (): void => {
        resolve(rowCount);
      },
      handleError: (error: Error): void => {
        reject(error);
      },
    };
    client.query(query);
  });
}

function messagesOf(statement: string, rows: Buffer): Buffer {
  const statementBytes = Buffer.byteLength(statement) + 1;
  const messages = Buffer.allocUnsafe(3 * HEADER_BYTES + statementBytes + rows.length);
  let at = writeHeader(messages, 0, QUERY, statementBytes);
  at += messages.write(statement, at);
  at = messages.writeUInt8(0, at);
  at = writeHeader(messages, at, COPY_DATA, rows.length);
  at += rows.copy(messages, at);
  writeHeader(messages, at, COPY_DONE, 0);
  return messages;
}

function writeHeader(into: Buffer, at: number, type: number, bodyBytes: number): number {
  return into.writeUInt32BE(bodyBytes + LENGTH_BYTES, into.writeUInt8(type, at));
}
