// A base backup of a running PostgreSQL: all its files as a tar archive, with the WAL that makes them consistent.
import { connectReplication, CopyStatement, identifySystem, type SystemPlace } from './replication.ts';
import { parseLsn } from './lsn.ts';

/** The server is held when so many bytes wait for the disk. */
const HOLD_ABOVE_BYTES = 8 * 1024 * 1024;

const STATEMENT = "BASE_BACKUP (LABEL 'trace', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";

export interface BaseBackup {
  readonly system: SystemPlace;
  /** The tar archive, in pieces. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** Known when the pieces have ended. */
  range(): { readonly startLsn: bigint; readonly endLsn: bigint };
  close(): Promise<void>;
}

/** The role of `url` needs the right of replication, which the owner of an embedded database has. */
export async function startBaseBackup(url: string): Promise<BaseBackup> {
  let lost: Error | null = null;
  const client = await connectReplication(url, (error) => {
    lost = error;
    wake();
  });
  const system = await identifySystem(client);
  const queue: Buffer[] = [];
  const lsns: string[] = [];
  let queuedBytes = 0;
  let isDone = false;
  let wake = (): void => {};

  const statement = new CopyStatement(STATEMENT, {
    onRow: ([first]) => {
      if (first !== undefined && first !== null && first.includes('/')) lsns.push(first);
    },
    onData: (chunk) => {
      // 'd' is a piece of the archive, 'n' begins an archive, 'p' is progress.
      if (chunk[0] === 0x64) {
        queue.push(chunk.subarray(1));
        queuedBytes += chunk.length;
        wake();
      }
      return queuedBytes < HOLD_ABOVE_BYTES;
    },
  });
  const end = (): void => {
    isDone = true;
    wake();
  };
  statement.ended.then(end, end);
  client.query(statement);

  async function* pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = queue.shift();
      if (piece !== undefined) {
        queuedBytes -= piece.length + 1;
        yield piece;
      } else if (isDone || lost !== null) {
        if (lost !== null) throw lost;
        return statement.ended;
      } else {
        statement.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    system,
    pieces: pieces(),
    range: () => {
      const [start, finish] = [lsns.at(0), lsns.at(-1)];
      if (start === undefined || finish === undefined || lsns.length < 2)
        throw new Error('the base backup has no range');
      return { startLsn: parseLsn(start), endLsn: parseLsn(finish) };
    },
    close: () => client.end(),
  };
}
