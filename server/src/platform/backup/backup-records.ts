// Records inside a backup, each a letter, a length and bytes. Order: database, its password, files, manifest.

const recordKinds = {
  /** A piece of the base backup, which is a tar archive. */
  database: 'D',
  /** The password of the embedded database's owner. */
  password: 'P',
  /** The name of a file of the product. Its content follows. */
  file: 'F',
  content: 'C',
  manifest: 'M',
} as const;

export type RecordKind = keyof typeof recordKinds;

export interface BackupRecord {
  readonly kind: RecordKind;
  readonly bytes: Buffer;
}

const HEAD_BYTES = 5;
const kindOfLetter = new Map(Object.entries(recordKinds).map(([kind, letter]) => [letter, kind as RecordKind]));

export function encodeRecord(kind: RecordKind, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(recordKinds[kind], 0, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Reads records out of pieces of any size. */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (let next; (next = firstRecord(rest)) !== null;) {
      yield next.record;
      rest = rest.subarray(next.size);
    }
  }
  if (rest.length > 0) throw new Error('the backup ends within a record');
}

function firstRecord(bytes: Buffer): { record: BackupRecord; size: number } | null {
  if (bytes.length < HEAD_BYTES) return null;
  const kind = kindOfLetter.get(bytes.toString('latin1', 0, 1) as 'D');
  if (kind === undefined) throw new Error('the backup holds an unknown kind of record');
  const size = HEAD_BYTES + bytes.readUInt32BE(1);
  return bytes.length < size ? null : { record: { kind, bytes: bytes.subarray(HEAD_BYTES, size) }, size };
}
