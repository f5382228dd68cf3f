import type { LastFix } from '@trace/contract/tracking/tracking.fix.api';
import { pathRules } from '@trace/contract/tracking/tracking.path-markers.rules';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PingPort } from '#features/ping/ping.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { listLastFixes } from './tracking.fix.store.ts';

export type TrackingFixes = ReturnType<typeof createTrackingFixes>;

export interface FixesDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  ping: PingPort;
}

/**
 * Returns when each receiver of a person's devices last had a fix. A person should know this before paying to follow
 * the devices. The answer contains no place, so premium and an access log entry are unnecessary.
 */
export function createTrackingFixes({ database, clock, devices, ping }: FixesDependencies) {
  return {
    /** Law 6: lists only the person's own devices, and no fix from before the assignment. */
    async list(actor: Actor): Promise<LastFix[]> {
      const known = await devices.listOwn(actor.accountId);
      const toAt = clock.now();
      const earliest = new Date(toAt.getTime() - pathRules.windowMs);
      const own = known.map(({ id, serial, since }) => ({ id, serial, from: since > earliest ? since : earliest }));
      const reported = new Map((await listLastFixes(database.sql, own)).map((row) => [row.deviceId, row.fixAt]));
      return Promise.all(
        own.map(async ({ id, serial, from }) => {
          const pinged = (await ping.listPlaces({ id, from }, { fromAt: from, toAt })).at(-1)?.at;
          return { serialNumber: serial, fixAt: laterOf(reported.get(id), pinged)?.toISOString() ?? null };
        }),
      );
    },
  };
}

const laterOf = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;
