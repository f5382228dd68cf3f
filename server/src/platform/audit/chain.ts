// Extends and verifies the hash chain over the audit log (decision 026).
import type { Database } from '#platform/db/database';
import { hashAfter } from './chain.rules.ts';
import {
  countUnsealed,
  findChainHead,
  findChainStart,
  findUnchainedEntry,
  insertSeals,
  listSealed,
  listUnsealed,
  lockChain,
  type ChainHead,
  type Seal,
  type SealedEntry,
} from './chain.store.ts';

const SEAL_BATCH = 1_000;
const VERIFY_BATCH = 5_000;

/** Appends all waiting entries to the chain. Safe in several processes at once. */
export async function sealAuditLog(database: Database): Promise<void> {
  while ((await sealBatch(database)) === SEAL_BATCH);
}

function sealBatch(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    await lockChain(tx);
    const waiting = await listUnsealed(tx, SEAL_BATCH);
    if (waiting.length === 0) return 0;
    let head: ChainHead = await findChainHead(tx);
    const seals: Seal[] = [];
    for (const entry of waiting) {
      const seal = { number: head.number + 1, entryId: entry.id, hash: hashAfter(head.hash, entry) };
      seals.push(seal);
      head = seal;
    }
    await insertSeals(tx, seals);
    return waiting.length;
  });
}

/** A place of the chain that the operator noted outside of the database, with its hash in hexadecimal digits. */
export interface NotedPlace {
  readonly number: number;
  readonly hash: string;
}

export type ChainVerdict =
  | { readonly isIntact: true; readonly entries: number; readonly unsealed: number; readonly head: ChainHead }
  | { readonly isIntact: false; readonly problem: string };

/**
 * Computes the whole chain anew and names the first broken place. Only a noted place reveals an
 * owner of the tables who has written the whole chain anew or cut off its end.
 */
export async function verifyAuditLog(database: Database, noted: NotedPlace | null = null): Promise<ChainVerdict> {
  const start = await findChainStart(database.sql);
  const walk = createWalk(start, noted);
  for (
    let batch: SealedEntry[];
    (batch = await listSealed(database.sql, walk.head().number, VERIFY_BATCH)).length > 0;
  ) {
    const problem = walk.through(batch);
    if (problem !== null) return { isIntact: false, problem };
  }
  const left = walk.unmetNote();
  if (left !== null) return { isIntact: false, problem: left };
  const unchained = await findUnchainedEntry(database.sql);
  if (unchained !== null)
    return { isIntact: false, problem: `Entry ${unchained} is neither in the chain nor waiting for it.` };
  const head = walk.head();
  return { isIntact: true, entries: head.number - start.number, unsealed: await countUnsealed(database.sql), head };
}

function createWalk(start: ChainHead, noted: NotedPlace | null) {
  let head = start;
  const problemAt = ({ number, entryId, hash, entry }: SealedEntry): string | null => {
    if (number !== head.number + 1)
      return `Places ${head.number + 1} to ${number - 1} of the chain are missing, before entry ${entryId}.`;
    if (entry === null) return `Entry ${entryId} at place ${number} was deleted.`;
    if (!hashAfter(head.hash, entry).equals(hash))
      return `Entry ${entryId} at place ${number} does not match its hash: ${entry.action} by ${entry.actorId ?? 'the server'}.`;
    return null;
  };
  return {
    head: () => head,
    through(batch: readonly SealedEntry[]): string | null {
      for (const sealed of batch) {
        const problem = problemAt(sealed);
        if (problem !== null) return problem;
        head = { number: sealed.number, hash: sealed.hash };
        if (noted?.number === head.number && noted.hash !== head.hash.toString('hex'))
          return `Place ${head.number} has another hash than you noted: the chain was written anew.`;
      }
      return null;
    },
    /** A noted place behind the end was cut off. A place before the start was deleted by retention. */
    unmetNote: () =>
      noted !== null && noted.number > head.number
        ? `The chain ends at place ${head.number}, before the place ${noted.number} that you noted.`
        : null,
  };
}
