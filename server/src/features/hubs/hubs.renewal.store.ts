import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { HubLink, HubLinkFigures } from './hubs.port.ts';

export type BrokenLink = HubLink & { readonly brokenSince: Date };

export interface DueLink {
  deviceId: number;
  linkId: string;
  hubId: string;
  hubUserId: string;
  sealedRefreshToken: string;
  tokenVersion: number;
  renewalAttempts: number;
  /** When the service first refused the token since its last renewal. */
  refusedSince: Date | null;
}

/** Takes links that are due, for this process alone until `until`. */
export async function takeDueLinks(executor: Executor, now: Date, until: Date, limit: number): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    update hub_link set renewing_until = ${until}
    where (device_id, is_previous) in (
      select device_id, is_previous from hub_link
      where not is_previous and next_renewal_at <= ${now} and (renewing_until is null or renewing_until <= ${now})
      order by next_renewal_at limit ${limit} for update skip locked)
    returning device_id, link_id, hub_id, hub_user_id, sealed_refresh_token, token_version, renewal_attempts,
      refused_since`.execute(executor);
  return rows;
}

/** Has no effect if the link was replaced, unlinked or renewed meanwhile. */
export async function saveRenewed(executor: Executor, link: DueLink, nextRenewalAt: Date): Promise<void> {
  await sql`
    update hub_link set sealed_refresh_token = ${link.sealedRefreshToken}, token_version = token_version + 1,
      renewal_attempts = 0, renewing_until = null, refused_since = null, next_renewal_at = ${nextRenewalAt}
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and token_version = ${link.tokenVersion}`.execute(
    executor,
  );
}

/** Returns since when the hub is absent from its account, or null if the link has changed meanwhile. */
export async function noteAbsence(executor: Executor, link: DueLink, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ absentSince: Date }>`
    update hub_link set absent_since = coalesce(absent_since, ${now})
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and not is_previous
    returning absent_since`.execute(executor);
  return rows[0]?.absentSince ?? null;
}

/** Returns whether the link was broken by the absence and works again. */
export async function forgetAbsence(executor: Executor, link: DueLink): Promise<boolean> {
  const { rows } = await sql<{ wasBroken: boolean }>`
    with former as (
      select device_id, broken_since from hub_link
      where device_id = ${link.deviceId} and link_id = ${link.linkId} and not is_previous and absent_since is not null
      for update)
    update hub_link l set absent_since = null, broken_since = null from former
    where l.device_id = former.device_id and not l.is_previous
    returning former.broken_since is not null as was_broken`.execute(executor);
  return rows[0]?.wasBroken ?? false;
}

/** Marks a link as broken once. Returns null if the link has changed meanwhile. The token stays. */
export async function markAbsent(executor: Executor, link: DueLink, since: Date): Promise<BrokenLink | null> {
  const { rows } = await sql<BrokenLink>`
    update hub_link set broken_since = ${since}
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and not is_previous and broken_since is null
    returning hub_id, hub_name, broken_since`.execute(executor);
  return rows[0] ?? null;
}

export async function postponeRenewal(
  executor: Executor,
  link: DueLink,
  { nextRenewalAt, refusedSince }: { nextRenewalAt: Date; refusedSince: Date | null },
): Promise<void> {
  await sql`
    update hub_link set renewal_attempts = renewal_attempts + 1, renewing_until = null, next_renewal_at = ${nextRenewalAt},
      refused_since = ${refusedSince}
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and not is_previous`.execute(executor);
}

/**
 * Marks a link as broken and deletes its dead token. A link that an absence has broken before stays so. Returns null if
 * the link has changed meanwhile.
 */
export async function markRefused(executor: Executor, link: DueLink, since: Date): Promise<BrokenLink | null> {
  const { rows } = await sql<BrokenLink>`
    update hub_link set sealed_refresh_token = null, next_renewal_at = null, renewing_until = null, refused_since = null,
      broken_since = coalesce(broken_since, ${since}),
      absent_since = case when broken_since is not null then absent_since end
    where device_id = ${link.deviceId} and link_id = ${link.linkId} and token_version = ${link.tokenVersion}
      and not is_previous
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
