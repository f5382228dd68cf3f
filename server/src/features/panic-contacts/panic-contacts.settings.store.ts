import type { ContactChannel } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface SettingsRow {
  readonly wantsDrills: boolean;
  readonly channels: ContactChannel[];
}

/** A user who has saved no settings has these. */
const DEFAULTS: SettingsRow = { wantsDrills: false, channels: ['push', 'email'] };

/** Serialises the changes of a user's contacts and settings until commit. */
export async function lockPanicSettings(tx: Executor, accountId: string): Promise<void> {
  await sql`
    insert into panic_settings (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id`.execute(tx);
}

export async function findPanicSettings(executor: Executor, accountId: string): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select wants_drills, channels from panic_settings where account_id = ${accountId}`.execute(executor);
  return rows[0] ?? DEFAULTS;
}

export async function updatePanicSettings(
  tx: Executor,
  accountId: string,
  { wantsDrills, channels }: { wantsDrills: boolean; channels: readonly ContactChannel[] },
): Promise<void> {
  await sql`
    update panic_settings set wants_drills = ${wantsDrills}, channels = ${[...channels]}::text[]
    where account_id = ${accountId}`.execute(tx);
}

/** The users who want a monthly test. */
export async function listWantingDrills(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from panic_settings where wants_drills order by account_id`.execute(executor);
  return rows.map(({ accountId }) => accountId);
}
