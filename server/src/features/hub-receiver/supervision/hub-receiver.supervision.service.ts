import { hubReceiverRules } from '@trace/contract/hub-receiver/hub-receiver.rules';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { markSilent } from './hub-receiver.reports.store.ts';

const LOOK_EVERY_MS = 15 * SECOND_MS;
/** A longer gap between two looks means that this server was away, and not the hubs. */
const LONGEST_GAP_MS = MINUTE_MS;
const BATCH = 200;

export interface SupervisionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly alerts: Pick<AlertCausesPort, 'begin'>;
}

/**
 * Finds hubs that have stopped reporting. Every process looks, and a single process takes each hub. After a server
 * outage all hubs get their full time again.
 */
export function watchHubs({ database, clock, log, alerts }: SupervisionDependencies): Stop {
  let lookedAt = clock.now();
  let listeningSince = lookedAt;

  const takeBatch = (now: Date): Promise<number> =>
    database.transaction(async (tx) => {
      const { missedReports, leastSilenceMs } = hubReceiverRules;
      const leastSec = leastSilenceMs / SECOND_MS;
      const silent = await markSilent(tx, { now, listeningSince, missedReports, leastSec, limit: BATCH });
      for (const { deviceId, silentSince } of silent)
        await alerts.begin(tx, { deviceId, kind: 'hub_silent', startedAt: silentSince });
      return silent.length;
    });

  return clock.every(LOOK_EVERY_MS, async () => {
    const now = clock.now();
    if (now.getTime() - lookedAt.getTime() > LONGEST_GAP_MS) listeningSince = now;
    try {
      while ((await takeBatch(now)) === BATCH);
      lookedAt = now;
    } catch (error) {
      log.error({ err: error }, 'Check for silent hubs failed, "silent hub" alerts are delayed, retrying');
    }
  });
}
