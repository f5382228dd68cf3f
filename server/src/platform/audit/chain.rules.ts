// The hash chain over the audit log (T26): each hash covers the previous hash and the content of an entry.
import { createHash } from 'node:crypto';

/** An entry as covered by a hash. Texts are exactly as written by PostgreSQL. */
export interface ChainedEntry {
  /** A bigint in decimal digits. */
  readonly id: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  /** The text of the jsonb value, which PostgreSQL normalises. */
  readonly details: string;
  readonly requestId: string | null;
  readonly address: string | null;
  /** Microseconds since 1970, in decimal digits. */
  readonly createdAt: string;
}

/** The hash before the first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The JSON array separates the fields without ambiguity. */
export function hashAfter(previous: Buffer, entry: ChainedEntry): Buffer {
  const { id, actorId, action, subjectType, subjectId, details, requestId, address, createdAt } = entry;
  const content = [id, actorId, action, subjectType, subjectId, details, requestId, address, createdAt];
  return createHash('sha256').update(previous).update(JSON.stringify(content)).digest();
}
