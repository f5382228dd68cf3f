import type { Database } from '#platform/db/database';
import { listNicknameCounts, listNicknames, listRegistrations } from './devices.counts.store.ts';
import type { DeviceCountsPort } from './devices.port.ts';

export const createDeviceCounts = (database: Database): DeviceCountsPort => ({
  registrationsBetween: listRegistrations,
  topNicknames: (limit) => listNicknameCounts(database.sql, limit),
  async nicknamesOf(deviceIds) {
    const rows = await listNicknames(database.sql, deviceIds);
    return new Map(rows.map(({ id, nickname }) => [id, nickname]));
  },
});
