import { metresBetween } from '@trace/contract/kernel/distance';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import type { IncidentRow } from '../incidents/panic.incidents.store.ts';
import { insertStep } from '../incidents/panic.timeline.store.ts';
import { isWorthStep } from './panic.positions.rules.ts';
import { insertPosition, listPositions } from './panic.positions.store.ts';

export interface AttachDependencies {
  clock: Clock;
  staleMs: number;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

interface FoundPlace {
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM: number | null;
}

/** The most positions of a device that are compared with a new position. */
const LOOK_BACK = 100;

/**
 * Adds a position to an incident, and a line to the timeline if the position is the first, fresh or far away. A position
 * from before the device's time in the incident can be of another user, and is ignored.
 */
export function createAttach({ clock, staleMs, publishIn }: AttachDependencies) {
  return async (
    tx: Executor,
    incident: IncidentRow,
    device: IncidentDeviceRow,
    place: FoundPlace,
    requestedAt: Date | null,
  ): Promise<void> => {
    if (place.at < device.visibleSince) return;
    const now = clock.now();
    const before = await listPositions(tx, incident.id, [device.deviceId], LOOK_BACK);
    const position = { incidentId: incident.id, deviceId: device.deviceId, receivedAt: now, ...place };
    if (!(await insertPosition(tx, position))) return;
    if (isWorthStep(place, before, incident.openedAt)) {
      const first = before.at(-1);
      const ageMs = now.getTime() - place.at.getTime();
      await insertStep(tx, incident.id, now, 'position_received', {
        deviceName: device.name,
        afterSec:
          requestedAt === null ? null : Math.max(0, Math.round((now.getTime() - requestedAt.getTime()) / 1_000)),
        accuracyM: place.accuracyM,
        movedM: first === undefined ? null : Math.round(metresBetween(first, place)),
        staleSec: ageMs > staleMs ? Math.round(ageMs / 1_000) : null,
      });
    }
    await publishIn(tx, incident.id);
  };
}
