import type { PanicPosition } from '@trace/contract/panic/panic.schema';
import type { PanicViewsPort } from '#features/location-access/location-access.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import { seesPositions } from '../panic.policy.ts';
import { listPositions } from '../positions/panic.positions.store.ts';
import type { PanicAccess } from './panic.access.service.ts';

export interface ShownPositionsDependencies {
  database: Database;
  clock: Clock;
  views: PanicViewsPort;
  staleMs: number;
}

const MOST_POSITIONS = 100;

/** Positions for the wearer and contacts. A contact's view is in the access log before any position leaves. */
export function createShownPositions({ database, clock, views, staleMs }: ShownPositionsDependencies) {
  return async (
    { incident, viewer }: PanicAccess,
    devices: readonly IncidentDeviceRow[],
  ): Promise<PanicPosition[] | null> => {
    if (!seesPositions(incident, viewer)) return null;
    const wearerId = viewer.role === 'wearer' ? viewer.personId : viewer.wearerId;
    const own = devices.filter(({ userId }) => userId !== null && userId === wearerId);
    const rows = await listPositions(
      database.sql,
      incident.id,
      own.map(({ deviceId }) => deviceId),
      MOST_POSITIONS,
    );
    if (viewer.role === 'contact')
      await views.recordPanicViews(
        own.flatMap((device) => {
          const positions = rows.filter(({ deviceId }) => deviceId === device.deviceId).length;
          const { deviceId, serial, name: deviceName, userId } = device;
          const whose = { deviceId, serial, deviceName, userId: userId! };
          return positions === 0
            ? []
            : [{ incidentId: incident.id, viewerId: viewer.personId, viewerName: viewer.name, ...whose, positions }];
        }),
      );
    const end = (incident.closedAt ?? clock.now()).getTime();
    const deviceOf = new Map(own.map((device) => [device.deviceId, device]));
    return rows.map(({ deviceId, at, lat, lng, accuracyM }) => ({
      serialNumber: deviceOf.get(deviceId)!.serial,
      deviceName: deviceOf.get(deviceId)!.name,
      at: at.toISOString(),
      ...{ lat, lng, accuracyM },
      isStale: end - at.getTime() > staleMs,
    }));
  };
}
