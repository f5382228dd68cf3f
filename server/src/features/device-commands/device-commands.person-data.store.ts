import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnCommand {
  readonly serialNumber: string;
  readonly command: string;
  readonly state: string;
  readonly at: Date;
}

/** The commands that a person sent, newest first. */
export async function listOwnCommands(executor: Executor, accountId: string, limit: number): Promise<OwnCommand[]> {
  const { rows } = await sql<OwnCommand>`
    select serial as serial_number, command, state, created_at as at from device_command
    where sent_by = ${accountId} order by created_at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Lists a person's unfinished commands. Commands of live tracking end with the leases of the viewers. */
export async function listUnfinishedFrom(
  executor: Executor,
  accountId: string,
): Promise<{ requestId: string; deviceId: number }[]> {
  const { rows } = await sql<{ requestId: string; deviceId: number }>`
    select request_id, device_id from device_command
    where sent_by = ${accountId} and finished_at is null and purpose <> 'live' order by created_at`.execute(executor);
  return rows;
}

/** Keeps the device's command history, but removes the sender and the sender's location results. */
export async function pseudonymiseCommands(executor: Executor, accountId: string): Promise<void> {
  await sql`
    update device_command set sent_by = null, result = case when command = 'getLocation' then null else result end
    where sent_by = ${accountId}`.execute(executor);
}
