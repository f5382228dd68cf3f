import { redacted } from '@trace/contract/device-protocol/redaction';
import { ERROR_LINES_MOST } from '@trace/contract/fleet/fleet.table.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { listErrors } from './device-health.errors.store.ts';

/** How long an error stands in lists: an older one says nothing of how the device is. */
const ERRORS_SHOWN_MS = 7 * DAY_MS;

export interface DeviceErrors {
  /** Error lines of devices, the newest first, without what may be a position or a secret. */
  errorsOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
}

export function createDeviceErrors({ database, clock }: { database: Database; clock: Clock }): DeviceErrors {
  return {
    async errorsOf(deviceIds) {
      const since = new Date(clock.now().getTime() - ERRORS_SHOWN_MS);
      const errors = new Map<number, string[]>();
      for (const { deviceId, text } of await listErrors(database.sql, deviceIds, since, ERROR_LINES_MOST))
        errors.set(deviceId, [...(errors.get(deviceId) ?? []), redacted(text)]);
      return errors;
    },
  };
}
