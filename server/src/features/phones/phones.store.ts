import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface PhoneRow {
  readonly deviceId: number;
  readonly serial: string;
  readonly nickname: string | null;
  readonly secretMadeAt: Date;
}

/** Locks the phones of a person against a concurrent addition, so that the limit holds. Returns their number. */
export async function lockPhones(tx: Executor, accountId: string): Promise<number> {
  await sql`select from person where id = ${accountId} for no key update`.execute(tx);
  const { rows } = await sql<{ phones: number }>`
    select count(*)::int as phones from phone where account_id = ${accountId}`.execute(tx);
  return rows[0]!.phones;
}

export async function insertPhone(
  tx: Executor,
  phone: { deviceId: number; accountId: string; secretHash: Buffer; at: Date },
): Promise<void> {
  await sql`
    insert into phone (device_id, account_id, secret_hash, secret_made_at)
    values (${phone.deviceId}, ${phone.accountId}, ${phone.secretHash}, ${phone.at})`.execute(tx);
}

/** Replaces the secret of a person's phone. Returns false when the person has no such phone. */
export async function updateSecret(
  tx: Executor,
  { accountId, serial, secretHash, at }: { accountId: string; serial: string; secretHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update phone p set secret_hash = ${secretHash}, secret_made_at = ${at}
    from device d
    where d.id = p.device_id and lower(d.serial) = lower(${serial}) and d.serial = ${serial}
      and p.account_id = ${accountId}
    returning p.device_id`.execute(tx);
  return rows.length === 1;
}

/** The phone with this secret. */
export async function findBySecret(
  executor: Executor,
  secretHash: Buffer,
): Promise<{ id: number; serial: string } | null> {
  const { rows } = await sql<{ id: number; serial: string }>`
    select d.id, d.serial from phone p join device d on d.id = p.device_id
    where p.secret_hash = ${secretHash}`.execute(executor);
  return rows[0] ?? null;
}

export async function listPhonesOf(executor: Executor, accountId: string): Promise<PhoneRow[]> {
  const { rows } = await sql<PhoneRow>`
    select p.device_id, d.serial, d.nickname, p.secret_made_at from phone p join device d on d.id = p.device_id
    where p.account_id = ${accountId} order by p.device_id`.execute(executor);
  return rows;
}

/** Ends the secrets of a person's phones. */
export async function deletePhonesOf(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from phone where account_id = ${accountId}`.execute(tx);
}
