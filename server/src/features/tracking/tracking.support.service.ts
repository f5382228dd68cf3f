import { breakGlassTexts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import type { LocationAccessPort } from '#features/location-access/location-access.port';
import type { PingPort } from '#features/ping/ping.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { presentNewest } from './tracking.places.service.ts';
import { listLastPositions } from './tracking.places.store.ts';

export type SupportPosition = ReturnType<typeof createSupportPosition>;

export interface SupportPositionDependencies {
  database: Database;
  clock: Clock;
  ping: PingPort;
  access: LocationAccessPort;
}

/** SUPL-07: the last known position of a device, for staff while their access for a ticket runs. */
export function createSupportPosition({ database, clock, ping, access }: SupportPositionDependencies) {
  return {
    /** Writes the view to the user's access log before the position leaves the server. */
    async read({ accountId }: Actor, serial: string): Promise<{ place: LastPlace | null; asOf: string }> {
      const sight = await access.supportSightOf(accountId, serial);
      if (sight === null) throw new Refusal('gone', breakGlassTexts.notRunning);
      const { breakGlassId, deviceId, from } = sight;
      const of = [{ id: deviceId, from }];
      const [[pinged], [reported]] = await Promise.all([ping.listLastPlaces(of), listLastPositions(database.sql, of)]);
      const place = presentNewest(serial, pinged, reported) ?? null;
      const asOf = clock.now().toISOString();
      if (place === null) return { place, asOf };
      const view = { viewerId: accountId, deviceId, what: 'last', right: 'break_glass', grantId: null } as const;
      const views = [{ ...view, breakGlassId, positions: 1, viewing: breakGlassId }];
      if ((await access.recordViews(database.sql, views)).length === 0)
        throw new Refusal('gone', breakGlassTexts.notRunning);
      return { place, asOf };
    },
  };
}
