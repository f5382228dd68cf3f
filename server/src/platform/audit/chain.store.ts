// SQL of the hash chain over the audit log.
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import { CHAIN_START, type ChainedEntry } from './chain.rules.ts';

/** The last place of the chain and its hash. */
export interface ChainHead {
  readonly number: number;
  readonly hash: Buffer;
}

export interface Seal extends ChainHead {
  readonly entryId: string;
}

/** A seal with its entry, which is null when the entry is missing. */
export interface SealedEntry extends Seal {
  readonly entry: ChainedEntry | null;
}

const entryColumns = sql`e.id::text as id, e.actor_id, e.action, e.subject_type, e.subject_id, e.details::text as details,
  e.request_id, e.ip_address as address, (extract(epoch from e.created_at) * 1000000)::bigint::text as created_at`;

/** Waits for another process that extends the chain. */
export async function lockChain(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit chain ' || current_schema(), 0))`.execute(tx);
}

/** Where the chain begins: the newest checkpoint of retention, or the start. */
export async function findChainStart(executor: Executor): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select number::int as number, hash from audit_checkpoint order by audit_checkpoint.number desc limit 1`.execute(
    executor,
  );
  return rows[0] ?? { number: 0, hash: CHAIN_START };
}

export async function findChainHead(executor: Executor): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select number::int as number, hash from audit_seal order by audit_seal.number desc limit 1`.execute(executor);
  return rows[0] ?? findChainStart(executor);
}

export const hasUnsealed = (): RawBuilder<boolean> => sql`exists (select from audit_unsealed)`;

export async function listUnsealed(executor: Executor, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select ${entryColumns} from (select entry_id from audit_unsealed order by entry_id limit ${limit}) as next
    join audit_log e on e.id = next.entry_id order by e.id`.execute(executor);
  return rows;
}

/** Appends seals to the chain and takes their entries out of the queue. */
export async function insertSeals(tx: Executor, seals: readonly Seal[]): Promise<void> {
  const entryIds = seals.map(({ entryId }) => entryId);
  await sql`
    insert into audit_seal (number, entry_id, hash)
    select * from unnest(${seals.map(({ number }) => number)}::bigint[], ${entryIds}::bigint[],
      ${seals.map(({ hash }) => hash)}::bytea[])`.execute(tx);
  await sql`delete from audit_unsealed where entry_id = any(${entryIds}::bigint[])`.execute(tx);
}

export async function listSealed(executor: Executor, after: number, limit: number): Promise<SealedEntry[]> {
  const { rows } = await sql<Omit<SealedEntry, 'entry'> & ChainedEntry & { id: string | null }>`
    select s.number::int as number, s.entry_id::text as entry_id, s.hash, ${entryColumns}
    from (select number, entry_id, hash from audit_seal where number > ${after} order by number limit ${limit}) as s
    left join audit_log e on e.id = s.entry_id order by s.number`.execute(executor);
  return rows.map(({ number, entryId, hash, ...entry }) => ({
    ...{ number, entryId, hash },
    entry: entry.id === null ? null : entry,
  }));
}

/** The first entry that is neither in the chain nor waits for it, or null. */
export async function findUnchainedEntry(executor: Executor): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from audit_log e
    where not exists (select from audit_seal s where s.entry_id = e.id)
      and not exists (select from audit_unsealed u where u.entry_id = e.id)
    order by e.id limit 1`.execute(executor);
  return rows[0]?.id ?? null;
}

export async function countUnsealed(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_unsealed`.execute(executor);
  return rows[0]!.count;
}

/** RET-07: deletes the oldest entries of the chain that are three years old by the database's clock. */
export async function deleteOldAuditEntries(executor: Executor, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select delete_old_audit_entries(${most})::int as count`.execute(executor);
  return rows[0]!.count;
}
