import type { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import {
  ERRORS_WITHIN_MS,
  healthStates,
  STATE_SEARCH_MIN_LENGTH,
} from '@trace/contract/device-health/device-health.rules';
import type { HealthRecord } from '@trace/contract/device-health/device-health.schema';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { listHealth } from './device-health.staff.store.ts';

export type StaffHealth = ReturnType<typeof createStaffHealth>;

export interface StaffHealthDependencies {
  database: Database;
  clock: Clock;
  deviceStatus: Pick<DeviceStatusPort, 'viewsOf'>;
}

/** The health page of support staff (HLTH-01, HLTH-02). */
export function createStaffHealth({ database, clock, deviceStatus }: StaffHealthDependencies) {
  return {
    async list({ search, after, limit }: QueryOf<typeof listDeviceHealth>): Promise<{
      records: HealthRecord[];
      next: string | null;
    }> {
      const word = search?.toLowerCase() ?? '';
      const named = healthStates.filter((state) => word.length >= STATE_SEARCH_MIN_LENGTH && state.startsWith(word));
      const [state = '', seenMs = '', id = ''] = after?.split('~') ?? [];
      const rows = await listHealth(database.sql, {
        search,
        named,
        errorsSince: new Date(clock.now().getTime() - ERRORS_WITHIN_MS),
        after: after === undefined ? null : [state, seenMs, id],
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const views = await deviceStatus.viewsOf(shown);
      const records = shown.map(({ serial, nickname, status, errors, updatedAt }, index) => {
        const { batteryPct, signalPct, lastSeen } = views[index]!;
        return {
          ...{ serialNumber: serial, nickname, status, batteryPct, signalPct, errors, lastSeen },
          updatedAt: updatedAt?.toISOString() ?? null,
        };
      });
      return { records, next: rows.length > limit ? shown.at(-1)!.place : null };
    },
  };
}
