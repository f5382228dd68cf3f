import { sql } from 'kysely';
import type { HubMaker, ReportingProblem } from '@trace/contract/hub-receiver/hub-receiver.rules';
import { createBatchLoader } from '#platform/grouping/batch-loader';
import { isUniqueViolation, type Executor } from '#platform/db/database';

export interface HubAccount {
  readonly id: string;
  readonly deviceId: number;
  readonly number: string;
  readonly maker: HubMaker;
  readonly sealedKey: string | null;
  readonly behindSec: number;
  readonly aheadSec: number;
  readonly supervisionSec: number;
  readonly lastReportAt: Date | null;
  readonly silentSince: Date | null;
  readonly problem: ReportingProblem | null;
  readonly problemAt: Date | null;
  readonly timeRefusedAt: Date | null;
}

const columns = sql`
  id, device_id, number, maker, sealed_key, behind_sec, ahead_sec, supervision_sec, last_report_at,
  silent_since, problem, problem_at, time_refused_at`;

export async function findAccountOf(executor: Executor, deviceId: number): Promise<HubAccount | null> {
  const { rows } = await sql<HubAccount>`
    select ${columns} from hub_receiver_account where device_id = ${deviceId}`.execute(executor);
  return rows[0] ?? null;
}

/** Returns a function that finds accounts by number. Frames that arrive together share a query. */
export const createAccountLoader = (executor: Executor): ((number: string) => Promise<HubAccount | undefined>) =>
  createBatchLoader(async (numbers: readonly string[]) => {
    const { rows } = await sql<HubAccount>`
      select ${columns} from hub_receiver_account where number = any(${[...numbers]}::text[])`.execute(executor);
    return new Map(rows.map((account) => [account.number, account]));
  });

/**
 * Keeps an account with its device until commit, and returns the device. A concurrent replacement of the device finishes
 * first. Null: the account was removed meanwhile.
 */
export async function lockDeviceOf(tx: Executor, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from hub_receiver_account where id = ${accountId} for key share`.execute(tx);
  return rows[0]?.deviceId ?? null;
}

/** The numbers of accounts that have reported. */
export async function listReported(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from hub_receiver_account where last_report_at is not null`.execute(executor);
  return rows.map(({ number }) => number);
}

export type AccountSettings = Pick<
  HubAccount,
  'id' | 'deviceId' | 'number' | 'maker' | 'sealedKey' | 'behindSec' | 'aheadSec' | 'supervisionSec'
> & { readonly by: string; readonly at: Date; readonly isSameHub: boolean };

/** Inserts or changes the account of a device. Unless it is the same hub as before, its reports begin anew. */
export async function saveAccount(tx: Executor, account: AccountSettings): Promise<void> {
  const { id, deviceId, number, maker, sealedKey, behindSec, aheadSec, supervisionSec, by, at } = account;
  await sql`
    insert into hub_receiver_account as a (id, device_id, number, maker, sealed_key, behind_sec, ahead_sec,
      supervision_sec, added_by, added_at)
    values (${id}, ${deviceId}, ${number}, ${maker}, ${sealedKey}, ${behindSec}, ${aheadSec},
      ${supervisionSec}, ${by}, ${at})
    on conflict (device_id) do update set number = excluded.number, maker = excluded.maker,
      sealed_key = excluded.sealed_key, behind_sec = excluded.behind_sec,
      ahead_sec = excluded.ahead_sec, supervision_sec = excluded.supervision_sec, added_by = excluded.added_by,
      added_at = excluded.added_at, problem = null, problem_at = null, silent_since = null,
      last_report_at = case when ${account.isSameHub} then a.last_report_at end`.execute(tx);
}

/** Whether another device has this account number. */
export const isNumberTaken = (error: unknown): boolean => isUniqueViolation(error, 'hub_receiver_account_number');

/** Returns false when the device has no account. */
export async function deleteAccountOf(tx: Executor, deviceId: number): Promise<boolean> {
  const { rows } = await sql`delete from hub_receiver_account where device_id = ${deviceId} returning id`.execute(tx);
  return rows.length > 0;
}

/** Moves an account to a device without one. A silent hub is found silent again, for the alert of the new device. */
export async function moveAccount(tx: Executor, fromDeviceId: number, toDeviceId: number): Promise<boolean> {
  const { rows } = await sql`
    update hub_receiver_account set device_id = ${toDeviceId}, silent_since = null
    where device_id = ${fromDeviceId}
      and not exists (select from hub_receiver_account where device_id = ${toDeviceId})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes a frame that was not taken, unless such a frame was just noted. A stranger can alternate its problems. */
export async function updateProblem(
  executor: Executor,
  { accountId, problem, at, since }: { accountId: string; problem: ReportingProblem; at: Date; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update hub_receiver_account set problem = ${problem}, problem_at = ${at}
    where id = ${accountId} and (problem is null or problem_at < ${since}) returning id`.execute(executor);
  return rows.length > 0;
}

export interface OwnAccount {
  readonly number: string;
  readonly addedAt: Date;
  readonly lastReportAt: Date | null;
}

export async function listOwnAccounts(executor: Executor, personId: string): Promise<OwnAccount[]> {
  const { rows } = await sql<OwnAccount>`
    select number, added_at, last_report_at from hub_receiver_account where added_by = ${personId}
    order by added_at`.execute(executor);
  return rows;
}

/** Returns the devices that had an account. */
export async function deleteAccountsOf(tx: Executor, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    delete from hub_receiver_account where device_id = any(${[...deviceIds]}::int[]) returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

export async function pseudonymiseAccounts(tx: Executor, personId: string): Promise<void> {
  await sql`update hub_receiver_account set added_by = null where added_by = ${personId}`.execute(tx);
}
