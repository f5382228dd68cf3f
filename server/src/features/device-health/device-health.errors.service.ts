import { redacted } from '@trace/contract/device-protocol/redaction';
import { ERROR_LINES_MOST } from '@trace/contract/fleet/fleet.table.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { DeviceTrouble } from './device-health.port.ts';
import { findLastPowerCut, listErrors, type Shown } from './device-health.errors.store.ts';

/** How long lists show an error. An older error does not describe the device's current state. */
const ERRORS_SHOWN_MS = 7 * DAY_MS;

export type DeviceErrors = ReturnType<typeof createDeviceErrors>;

export function createDeviceErrors({ database, clock }: { database: Database; clock: Clock }) {
  const shownFrom = (from: Date | null): Shown => {
    const receivedSince = new Date(Math.max(clock.now().getTime() - ERRORS_SHOWN_MS, from?.getTime() ?? 0));
    return { receivedSince, saidSince: from };
  };

  return {
    /** Returns the error lines of devices, newest first, with possible positions and secrets removed. */
    async errorsOf(
      deviceIds: readonly number[],
      from: Date | null = null,
    ): Promise<ReadonlyMap<number, readonly string[]>> {
      const errors = new Map<number, string[]>();
      for (const { deviceId, text } of await listErrors(database.sql, deviceIds, shownFrom(from), ERROR_LINES_MOST))
        errors.set(deviceId, [...(errors.get(deviceId) ?? []), redacted(text)]);
      return errors;
    },
    async troubleOf(deviceId: number, from: Date | null): Promise<DeviceTrouble> {
      const shown = shownFrom(from);
      const [errors, powerCutAt] = await Promise.all([
        listErrors(database.sql, [deviceId], shown, ERROR_LINES_MOST),
        findLastPowerCut(database.sql, deviceId, shown),
      ]);
      return { errors: errors.map(({ text, receivedAt }) => ({ text: redacted(text), at: receivedAt })), powerCutAt };
    },
  };
}
