import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { HubLink, HubLinkFigures } from './hubs.port.ts';

export interface DueLink {
  deviceId: number;
  linkId: string;
  hubUserId: string;
  sealedRefreshToken: string;
  tokenVersion: number;
  renewalAttempts: number;
}

/** Takes links that are due, for this process alone until `until`. */
export async function takeDueLinks(executor: Executor, now: Date, until: Date, limit: number): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    update hub_link set renewing_until = ${until}
    where (device_id, is_previous) in (
      select device_id, is_previous from hub_link
      where not is_previous and next_renewal_at <= ${now} and (renewing_until is null or renewing_until <= ${now})
      order by next_renewal_at limit ${limit} for update skip locked)
    returning device_id, link_id, hub_user_id, sealed_refresh_token, token_version, renewal_attempts`.execute(executor);
  return rows;
}

/** Has no effect if the link was replaced, unlinked or renewed meanwhile. */
export async function saveRenewed(executor: Executor, link: DueLink, nextRenewalAt: Date): Promise<void> {
  await sql`
    update hub_link set sealed_refresh_token = ${link.sealedRefreshToken}, token_version = token_version + 1,
      renewal_attempts = 0, renewing_until = null, next_renewal_at = ${nextRenewalAt}
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and token_version = ${link.tokenVersion}`.execute(
    executor,
  );
}

export async function postponeRenewal(executor: Executor, link: DueLink, nextRenewalAt: Date): Promise<void> {
  await sql`
    update hub_link set renewal_attempts = renewal_attempts + 1, renewing_until = null, next_renewal_at = ${nextRenewalAt}
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and not is_previous`.execute(executor);
}

/** Marks a link as broken once and deletes its dead token. Returns null if the link has changed meanwhile. */
export async function markBroken(
  executor: Executor,
  link: DueLink,
  since: Date,
): Promise<(HubLink & { brokenSince: Date }) | null> {
  const { rows } = await sql<HubLink & { brokenSince: Date }>`
    update hub_link set broken_since = ${since}, sealed_refresh_token = null, next_renewal_at = null, renewing_until = null
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and token_version = ${link.tokenVersion}
      and not is_previous and broken_since is null
    returning hub_id, hub_name, broken_since`.execute(executor);
  return rows[0] ?? null;
}

export async function countLinks(
  executor: Executor,
  { attempts, lateBefore }: { attempts: number; lateBefore: Date },
): Promise<HubLinkFigures> {
  const { rows } = await sql<HubLinkFigures>`
    select count(*)::int as links,
      (count(*) filter (where broken_since is not null))::int as broken,
      (count(*) filter (where broken_since is null and renewal_attempts >= ${attempts}))::int as failing,
      (count(*) filter (where next_renewal_at < ${lateBefore}))::int as late
    from hub_link where not is_previous`.execute(executor);
  return rows[0]!;
}
