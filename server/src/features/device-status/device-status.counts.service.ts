import type { Database } from '#platform/db/database';
import { countHeardSince, listFirmwareCounts } from './device-status.counts.store.ts';
import type { StatusCountsPort } from './device-status.port.ts';
import { listStates } from './device-status.store.ts';

export const createStatusCounts = (database: Database): StatusCountsPort => ({
  countHeardSince: (since) => countHeardSince(database.sql, since),
  firmwareCounts: () => listFirmwareCounts(database.sql),
  async heardSince(deviceIds, since) {
    const states = await listStates(database.sql, deviceIds);
    return new Set(states.flatMap(({ deviceId, heardAt }) => (heardAt !== null && heardAt > since ? [deviceId] : [])));
  },
});
