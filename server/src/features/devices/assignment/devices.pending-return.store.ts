import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Inserts a pending return. An earlier former user keeps the right to give the device back. */
export async function insertPendingReturn(
  tx: Executor,
  taken: { serial: string; formerAccount: string | null; since: Date; endedBy: string | null },
): Promise<void> {
  await sql`
    insert into device_taken (serial, former_account, since, ended_by)
    values (${taken.serial}, ${taken.formerAccount}, ${taken.since}, ${taken.endedBy})
    on conflict (lower(serial)) do update set
      former_account = coalesce(device_taken.former_account, excluded.former_account)`.execute(tx);
}

export async function deletePendingReturn(tx: Executor, serial: string): Promise<boolean> {
  const { rows } = await sql`delete from device_taken where lower(serial) = lower(${serial}) returning id`.execute(tx);
  return rows.length === 1;
}

/** Deletes the pending return of this former user. Returns false without such a row. */
export async function deletePendingReturnOf(tx: Executor, serial: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from device_taken where lower(serial) = lower(${serial}) and former_account = ${accountId} returning id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** An installer sees positions from here on (law 6). */
export async function setVisibleSince(tx: Executor, serial: string, at: Date): Promise<void> {
  await sql`update device set seen_since = ${at} where lower(serial) = lower(${serial})`.execute(tx);
}

/** Lists the devices pending return of a person, newest first. */
export async function listPendingReturns(
  executor: Executor,
  accountId: string,
  limit: number,
): Promise<{ serial: string; since: Date }[]> {
  const { rows } = await sql<{ serial: string; since: Date }>`
    select serial, since from device_taken
    where former_account = ${accountId} order by since desc, serial limit ${limit}`.execute(executor);
  return rows;
}

/** Removes a deleted account as former user. Only the next user or the claim code can release the device then. */
export async function forgetFormerUser(tx: Executor, accountId: string): Promise<void> {
  await sql`update device_taken set former_account = null where former_account = ${accountId}`.execute(tx);
}
