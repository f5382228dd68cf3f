import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { AlarmHub, HubSession } from '#server/integrations/alarm-hub/alarm-hub';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets/secrets';
import { linkContext, nextRenewal } from './hubs.links.service.ts';
import { findLink } from './hubs.links.store.ts';
import { logTrouble } from './hubs.errors.service.ts';
import type { BrokenHandler, RelinkedHandler } from './hubs.port.ts';
import {
  forgetAbsence,
  markAbsent,
  markRefused,
  noteAbsence,
  postponeRenewal,
  saveRenewed,
  takeDueLinks,
  type BrokenLink,
  type DueLink,
} from './hubs.renewal.store.ts';

/** Links per round. A round begins every minute, and a link takes two requests: the service gets about one per second. */
const AT_MOST = 30;
/** Longer than a call may take. */
const LEASE_MS = 10 * MINUTE_MS;
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
/** The pause between attempts to save a renewed token. */
const SAVE_AGAIN_MS = 5 * SECOND_MS;
/** An outage of the database can be this long before a renewed token is lost. */
const SAVE_WITHIN_MS = HOUR_MS;
/**
 * A token has ended if two renewals that are at least this far apart find it refused. A single refusal may be a failure
 * of the service. A token lives for days, so the wait costs nothing.
 */
const REFUSED_FOR_MS = HOUR_MS;
/** A hub has left its account if two renewals in a row that are at least this far apart find the account without it. */
const ABSENT_FOR_MS = 20 * HOUR_MS;

export interface RenewalDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  service: AlarmHub;
  onBroken: BrokenHandler;
  onRelinked: RelinkedHandler;
}

/** HUB-07 HUB-08: renews the tokens of due links, one refresh at a time, and marks links that the service refuses. */
export async function renewDueLinks(dependencies: RenewalDependencies): Promise<void> {
  const { database, clock, log } = dependencies;
  const now = clock.now();
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
  const due = await takeDueLinks(database.sql, now, leaseEndsAt, AT_MOST);
  for (const link of due) {
    // The lease can end while a token waits for the database. Another process may have taken the other links then.
    if (clock.now() >= leaseEndsAt) return;
    try {
      await renewLink(dependencies, link);
    } catch (error) {
      // The round goes on with the other links.
      log.error(
        { err: error, deviceId: link.deviceId },
        'Renewing the token of a hub link failed, retrying in ten minutes',
      );
    }
  }
}

async function renewLink(dependencies: RenewalDependencies, link: DueLink): Promise<void> {
  const { database, clock, log, secrets, service } = dependencies;
  const context = linkContext(link.deviceId);
  const refreshToken = secrets.open(link.sealedRefreshToken, context);
  const answer = await service.refresh({ userId: link.hubUserId, refreshToken });
  const now = clock.now();
  if (answer.outcome === 'refreshed') {
    const renewed = answer.session.refreshToken ?? refreshToken;
    await saveUntilStored(dependencies, { ...link, sealedRefreshToken: secrets.seal(renewed, context) });
    await checkAccount(dependencies, { ...link, tokenVersion: link.tokenVersion + 1 }, answer.session);
    return;
  }
  if (answer.outcome === 'ended') {
    await checkRefusal(dependencies, link, now);
    return;
  }
  if (answer.outcome !== 'garbled') logTrouble(answer, log);
  const usual = Math.min(FIRST_PAUSE_MS * 2 ** link.renewalAttempts, LONGEST_PAUSE_MS);
  const pauseMs = answer.outcome === 'busy' ? Math.max(usual, answer.retryAfterSec * 1_000) : usual;
  const nextRenewalAt = new Date(now.getTime() + pauseMs);
  await postponeRenewal(database.sql, link, { nextRenewalAt, refusedSince: link.refusedSince });
}

async function checkRefusal(dependencies: RenewalDependencies, link: DueLink, now: Date): Promise<void> {
  const { database } = dependencies;
  const refusedSince = link.refusedSince ?? now;
  if (now.getTime() - refusedSince.getTime() >= REFUSED_FOR_MS) {
    await raiseBrokenLink(dependencies, link, (tx) => markRefused(tx, link, now));
    return;
  }
  await postponeRenewal(database.sql, link, { nextRenewalAt: new Date(now.getTime() + REFUSED_FOR_MS), refusedSince });
}

/**
 * The refresh has ended the old token, so a renewed token that is not saved would break the link. The round waits
 * meanwhile, so that an outage of the database affects a single link.
 */
async function saveUntilStored({ database, clock, log }: RenewalDependencies, link: DueLink): Promise<void> {
  const renewedAtMs = clock.now().getTime();
  for (;;) {
    try {
      await saveRenewed(database.sql, link, nextRenewal(clock.now()));
      return;
    } catch (error) {
      if (clock.now().getTime() - renewedAtMs >= SAVE_WITHIN_MS) throw error;
      log.warn({ err: error, deviceId: link.deviceId }, 'Saving a renewed hub token failed, retrying in 5 s');
      await clock.sleep(SAVE_AGAIN_MS);
    }
  }
}

/**
 * T13: breaks the link of a hub that has left its account, for example because it was sold. The former owner would
 * otherwise receive the alarms of the next owner. A single answer without the hub may be a failure of the service. The
 * link works again when the account has the hub again.
 */
async function checkAccount(dependencies: RenewalDependencies, link: DueLink, session: HubSession): Promise<void> {
  const { database, clock, log, service } = dependencies;
  const answer = await service.listHubIds(session);
  if (answer.outcome !== 'listed') {
    if (answer.outcome !== 'garbled' && answer.outcome !== 'ended') logTrouble(answer, log);
    return;
  }
  if (answer.hubIds.includes(link.hubId)) {
    await endAbsence(dependencies, link);
    return;
  }
  const now = clock.now();
  const absentSince = await noteAbsence(database.sql, link, now);
  if (absentSince === null || now.getTime() - absentSince.getTime() < ABSENT_FOR_MS) return;
  await raiseBrokenLink(dependencies, link, (tx) => markAbsent(tx, link, now));
}

async function endAbsence({ database, onRelinked }: RenewalDependencies, link: DueLink): Promise<void> {
  await database.transaction(async (tx) => {
    const wasBroken = await forgetAbsence(tx, link);
    if (wasBroken) await onRelinked(tx, link.deviceId, await findLink(tx, link.deviceId));
  });
}

async function raiseBrokenLink(
  { database, onBroken }: RenewalDependencies,
  link: DueLink,
  mark: (tx: Executor) => Promise<BrokenLink | null>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const broken = await mark(tx);
    if (broken !== null) await onBroken(tx, { ...broken, deviceId: link.deviceId });
  });
}
