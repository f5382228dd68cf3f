import { alertChoicesSchema } from '@trace/contract/alerts/alerts.settings.schema';
import type { AlertChoices, QuietHours } from '@trace/contract/alerts/alerts.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface StoredSettings {
  /** Null: as usual for the person's role. */
  choices: AlertChoices | null;
  quietHours: QuietHours | null;
}

/** Returns the stored settings of these users. Users without stored settings are missing. */
export async function listSettings(
  executor: Executor,
  accountIds: readonly string[],
): Promise<Map<string, StoredSettings>> {
  const { rows } = await sql<{
    accountId: string;
    choices: unknown;
    quietFrom: string | null;
    quietTo: string | null;
  }>`
    select account_id, choices, quiet_from, quiet_to from alert_settings
    where account_id = any(${[...accountIds]}::uuid[])`.execute(executor);
  return new Map(
    rows.map(({ accountId, choices, quietFrom, quietTo }) => [
      accountId,
      {
        choices: choices === null ? null : alertChoicesSchema.parse(choices),
        quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
      },
    ]),
  );
}

export async function saveSettings(
  executor: Executor,
  accountId: string,
  { choices, quietHours }: { choices: AlertChoices; quietHours: QuietHours | null },
): Promise<void> {
  await sql`
    insert into alert_settings (account_id, choices, quiet_from, quiet_to)
    values (${accountId}, ${JSON.stringify(choices)}::jsonb, ${quietHours?.from ?? null}, ${quietHours?.to ?? null})
    on conflict (account_id) do update
      set choices = excluded.choices, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`.execute(executor);
}

/** Locks the user's settings until commit, so that concurrent transactions cannot count the same state twice. */
export async function lockSettings(tx: Executor, accountId: string): Promise<void> {
  await sql`insert into alert_settings (account_id) values (${accountId}) on conflict do nothing`.execute(tx);
  await sql`select account_id from alert_settings where account_id = ${accountId} for update`.execute(tx);
}

/** When the person's tests since an instant were, the oldest first. */
export async function listTests(executor: Executor, accountId: string, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ createdAt: Date }>`
    select a.created_at from alert_delivery d join alert a on a.id = d.alert_id
    where d.account_id = ${accountId} and d.channel = 'portal' and d.device_id is null and a.created_at > ${since}
    order by a.created_at`.execute(executor);
  return rows.map(({ createdAt }) => createdAt);
}

export interface Browser {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  addedAt: Date;
  lastSentAt: Date | null;
  /** Paused: no message is pushed until the user is back at this browser. */
  isPaused: boolean;
}

const browserColumns = sql`id, endpoint, p256dh, auth, name, added_at, last_sent_at, rests_since is not null as is_paused`;

export async function listBrowsers(executor: Executor, accountId: string): Promise<Browser[]> {
  const { rows } = await sql<Browser>`
    select ${browserColumns} from alert_browser where account_id = ${accountId} order by added_at, id`.execute(
    executor,
  );
  return rows;
}

/** Returns the browsers that receive pushes. */
export async function listAwakeBrowsers(executor: Executor, accountId: string): Promise<Browser[]> {
  return (await listBrowsers(executor, accountId)).filter(({ isPaused }) => !isPaused);
}

/** Returns those of the accounts that have a browser that receives pushes. */
export async function listAccountsWithBrowser(
  executor: Executor,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct account_id from alert_browser
    where account_id = any(${[...accountIds]}::uuid[]) and rests_since is null`.execute(executor);
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Upserts a browser. A known browser moves to this user, and the previous user's name for the browser is discarded. */
export async function saveBrowser(
  executor: Executor,
  accountId: string,
  browser: Omit<Browser, 'isPaused'>,
): Promise<Browser> {
  const { rows } = await sql<Browser>`
    insert into alert_browser (id, account_id, endpoint, p256dh, auth, name, added_at, last_sent_at)
    values (${browser.id}, ${accountId}, ${browser.endpoint}, ${browser.p256dh}, ${browser.auth}, ${browser.name},
      ${browser.addedAt}, ${browser.lastSentAt})
    on conflict (endpoint) do update set
      id = case when alert_browser.account_id = excluded.account_id then alert_browser.id else excluded.id end,
      last_sent_at = case when alert_browser.account_id = excluded.account_id then alert_browser.last_sent_at end,
      added_at = case when alert_browser.account_id = excluded.account_id then alert_browser.added_at else excluded.added_at end,
      account_id = excluded.account_id, p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name,
      rests_since = null
    returning ${browserColumns}`.execute(executor);
  return rows[0]!;
}

/**
 * Removes a browser so that the caller can save the renewed subscription. Returns undefined if the user has no browser
 * with this id.
 */
export async function takeBrowser(tx: Executor, accountId: string, id: string): Promise<Browser | undefined> {
  const { rows } = await sql<Browser>`
    delete from alert_browser where id = ${id} and account_id = ${accountId} returning ${browserColumns}`.execute(tx);
  return rows[0];
}

/** Pauses a browser and returns the account id. Returns null if the browser is unknown or already paused. */
export async function putToRest(
  executor: Executor,
  { endpoint, p256dh, auth }: Pick<Browser, 'endpoint' | 'p256dh' | 'auth'>,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    update alert_browser set rests_since = ${at}
    where endpoint = ${endpoint} and p256dh = ${p256dh} and auth = ${auth} and rests_since is null
    returning account_id`.execute(executor);
  return rows[0]?.accountId ?? null;
}

/** Deletes the browsers beyond the limit: paused browsers first, then the oldest. */
export async function deleteBrowsersBeyond(executor: Executor, accountId: string, most: number): Promise<void> {
  await sql`
    delete from alert_browser where id in (
      select id from alert_browser where account_id = ${accountId}
      order by rests_since is not null, added_at desc, id desc offset ${most})`.execute(executor);
}

/** False when the person has none of this id. */
export async function deleteBrowser(executor: Executor, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from alert_browser where id = ${id} and account_id = ${accountId} returning id`.execute(executor);
  return rows.length > 0;
}

/**
 * Pauses a browser whose subscription the push service no longer knows. A subscription renewed in the meantime stays
 * active.
 */
export async function putGoneToRest(executor: Executor, { id, endpoint }: Browser, at: Date): Promise<void> {
  await sql`
    update alert_browser set rests_since = ${at}
    where id = ${id} and endpoint = ${endpoint} and rests_since is null`.execute(executor);
}

export async function noteBrowserSent(executor: Executor, id: string, at: Date): Promise<void> {
  await sql`update alert_browser set last_sent_at = ${at} where id = ${id}`.execute(executor);
}
