import { randomUUID } from 'node:crypto';
import { fixTimeOf, hasFix } from '@trace/contract/device-protocol/messages';
import { isPhone } from '@trace/contract/kernel/serial';
import { panicRules } from '@trace/contract/panic/panic.rules';
import type { DeviceCommandsPort, FinishedCommand } from '#features/device-commands/device-commands.port';
import type { AssignmentsPort } from '#features/devices/devices.port';
import type { PingPort } from '#features/ping/ping.port';
import type { ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Database, Executor } from '#platform/db/database';
import type { JobEnd } from '#platform/jobs/jobs';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import { listDevices, lockIncident, type IncidentRow } from '../incidents/panic.incidents.store.ts';
import { insertStep } from '../incidents/panic.timeline.store.ts';
import { createAttach, type AttachDependencies } from './panic.attach.service.ts';
import type { Ending } from '../panic.work.service.ts';
import { wornSince } from './panic.positions.rules.ts';
import { findRequest, insertRequest } from './panic.requests.store.ts';

export interface PositionDependencies extends AttachDependencies {
  database: Database;
  commands: Pick<DeviceCommandsPort, 'issue' | 'onFinished'>;
  places: ReportedPlacesPort;
  ping: Pick<PingPort, 'listLastPlaces'>;
  devices: Pick<AssignmentsPort, 'lastAssignmentsOf'>;
}

/** Requests fresh positions for an open incident and attaches each, with its age (PANIC-03). */
export function createPositions(dependencies: PositionDependencies) {
  const { database, clock, commands, places, ping, devices: assignments, publishIn } = dependencies;
  const attach = createAttach(dependencies);

  /** The devices whose positions belong to an incident, each with the start of that time. */
  const listWorn = async (tx: Executor, incidentId: string): Promise<IncidentDeviceRow[]> => {
    const all = await listDevices(tx, [incidentId]);
    const last = await assignments.lastAssignmentsOf(
      tx,
      all.map(({ deviceId }) => deviceId),
    );
    return all.flatMap((device) => {
      const visibleSince = wornSince(device, last.get(device.deviceId));
      return visibleSince === null ? [] : [{ ...device, visibleSince }];
    });
  };

  /** The newest position that the devices reported by themselves or by a ping. Positions of earlier users are excluded. */
  const attachReported = async (tx: Executor, incident: IncidentRow, devices: readonly IncidentDeviceRow[]) => {
    const since = devices.map(({ deviceId, visibleSince }) => ({ id: deviceId, from: visibleSince }));
    const [reported, pinged] = await Promise.all([places.listReported(since), ping.listLastPlaces(since)]);
    for (const device of devices) {
      const newest = newestOf(device.deviceId, [...reported, ...pinged]);
      if (newest === undefined) continue;
      const { at, lat, lng, accuracyM } = newest;
      await attach(tx, incident, device, { at, lat, lng, accuracyM }, null);
    }
  };

  const request = async (
    tx: Executor,
    incident: IncidentRow,
    devices: readonly IncidentDeviceRow[],
    isFirst: boolean,
  ) => {
    const now = clock.now();
    // Phones report by themselves and receive no commands.
    for (const device of devices.filter(({ serial }) => !isPhone(serial))) {
      const requestId = randomUUID();
      await insertRequest(tx, { requestId, incidentId: incident.id, requestedAt: now });
      await commands.issue(tx, {
        requestId,
        device: { id: device.deviceId, serial: device.serial },
        command: 'getLocation',
        parameters: { priority: 'high', timeout: panicRules.locateWaitMs, reason: 'panic' },
        purpose: 'panic',
        sentBy: null,
        expiresAt: new Date(now.getTime() + panicRules.locateWaitMs),
      });
      if (isFirst) await insertStep(tx, incident.id, now, 'position_requested', { deviceName: device.name });
    }
  };

  /** Stores the answer of a device to a request, in the transaction that ends the command. */
  const settle = async (tx: Executor, { requestId, deviceId, result, finishedAt }: FinishedCommand): Promise<void> => {
    const location = result?.success === true ? result.location : undefined;
    if (location === undefined || !hasFix({ lat: location.latitude, lng: location.longitude })) return;
    const asked = await findRequest(tx, requestId);
    if (asked === null) return;
    const incident = await lockIncident(tx, asked.incidentId);
    if (incident === null || incident.closedAt !== null) return;
    const device = (await listWorn(tx, incident.id)).find((each) => each.deviceId === deviceId);
    if (device === undefined) return;
    const at = fixTimeOf(location.timestamp, finishedAt) ?? finishedAt;
    const place = { at, lat: location.latitude, lng: location.longitude, accuracyM: location.accuracyM ?? null };
    await attach(tx, incident, device, place, asked.requestedAt);
  };
  commands.onFinished('panic', settle);

  return {
    /** A round: attaches what is known, asks again, and comes back until the incident is closed or long unnoticed. */
    locate: ({ incidentId }: { incidentId: string }, run: Ending): Promise<JobEnd> =>
      database.transaction(async (tx) => {
        const incident = await lockIncident(tx, incidentId);
        if (incident === null || incident.closedAt !== null) return;
        const now = clock.now().getTime();
        const devices = await listWorn(tx, incidentId);
        await attachReported(tx, incident, devices);
        await request(tx, incident, devices, now - incident.openedAt.getTime() < panicRules.locateEveryMs);
        await publishIn(tx, incidentId);
        const isOver = now - incident.lastNotifiedAt.getTime() > panicRules.locateForMs;
        if (!isOver) return new Date(now + panicRules.locateEveryMs);
        await run.end(tx);
      }),
  };
}

function newestOf<Place extends { deviceId: number; at: Date }>(
  deviceId: number,
  places: readonly Place[],
): Place | undefined {
  const own = places.filter((place) => place.deviceId === deviceId);
  return own.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
}
