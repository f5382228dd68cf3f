import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Stores tombstones of accounts or certificates that end in this transaction. */
export async function insertTombstones(tx: Executor, names: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into tombstone (name, created_at, applied_at)
    select name, ${at}, ${at} from unnest(${[...names]}::text[]) name on conflict (name) do nothing`.execute(tx);
}

/** Stores tombstones that the database does not know. Their accounts and certificates may still exist here. */
export async function insertUnapplied(executor: Executor, names: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into tombstone (name, created_at)
    select name, ${at} from unnest(${[...names]}::text[]) name on conflict (name) do nothing`.execute(executor);
}

export async function hasTombstone(executor: Executor, name: string): Promise<boolean> {
  const { rows } = await sql`select from tombstone where name = ${name}`.execute(executor);
  return rows.length > 0;
}

export async function listUnapplied(executor: Executor, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from tombstone where applied_at is null and starts_with(name, ${prefix})`.execute(executor);
  return rows.map(({ name }) => name);
}

export async function updateApplied(executor: Executor, names: readonly string[], at: Date): Promise<void> {
  await sql`update tombstone set applied_at = ${at} where name = any(${[...names]}::text[])`.execute(executor);
}

/** Whether a tombstone waits to be stored outside of the database. */
export const isAnyUnstored = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from tombstone where stored_at is null)`;

export async function listUnstored(executor: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from tombstone where stored_at is null limit ${limit}`.execute(executor);
  return rows.map(({ name }) => name);
}

export async function updateStored(executor: Executor, name: string, at: Date): Promise<void> {
  await sql`update tombstone set stored_at = ${at} where name = ${name}`.execute(executor);
}

export async function listOld(executor: Executor, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from tombstone where created_at < ${before} limit ${limit}`.execute(executor);
  return rows.map(({ name }) => name);
}

export async function deleteTombstone(executor: Executor, name: string): Promise<void> {
  await sql`delete from tombstone where name = ${name}`.execute(executor);
}
