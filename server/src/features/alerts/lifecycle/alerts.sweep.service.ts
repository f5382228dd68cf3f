import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { announceAlerts } from '../alerts.events.ts';
import { deleteOldAlerts, endExpired, endUnheld, listOpenAfter, type Swept } from './alerts.lifecycle.store.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

export interface SweepDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'deviceIdsOf'>;
}

export function createSweep({ database, clock, devices }: SweepDependencies) {
  const swept = (sweep: (tx: Executor) => Promise<Swept>): Promise<number> =>
    database.transaction(async (tx) => {
      const { count, accountIds } = await sweep(tx);
      await announceAlerts(tx, accountIds);
      return count;
    });

  /** Ends the open alerts of replaced trackers. A removed device has no alerts left. */
  const endUnused = async (): Promise<void> => {
    for (let after = NIL_ID; ;) {
      const open = await listOpenAfter(database.sql, after, SWEEP_LIMIT);
      if (open.length === 0) return;
      const inUse = await devices.deviceIdsOf([...new Set(open.map(({ serial }) => serial))]);
      const unused = open.filter(({ serial }) => !inUse.has(serial)).map(({ id }) => id);
      await swept((tx) => endUnheld(tx, unused, clock.now()));
      after = open.at(-1)!.id;
    }
  };

  /** Ends unconfirmed alerts and alerts of devices no longer in use. Deletes alerts past the retention period. */
  return async (): Promise<void> => {
    const now = clock.now();
    while ((await swept((tx) => endExpired(tx, now, SWEEP_LIMIT))) === SWEEP_LIMIT);
    await endUnused();
    const keptSince = new Date(now.getTime() - alertRules.keepMs);
    while ((await deleteOldAlerts(database.sql, keptSince, SWEEP_LIMIT)) === SWEEP_LIMIT);
  };
}
