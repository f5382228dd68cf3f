import { z } from 'zod';
import type { AssignmentsPort, RemoveHook } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import {
  deleteOwnPings,
  deletePingsDuring,
  deletePlacesForInstallers,
  listOwnPings,
} from './ping.person-data.store.ts';

/** Pings that a download holds: a year of full free days. */
const MOST_PINGS = 11_000;

const FORGET_DEVICE = defineJob('ping.forget-device', z.object({ deviceId: z.number() }));

/** Deletes the positions that installers found of removed devices. The pings of its user stay until the account goes. */
export function forgetRemovedDevices(database: Database, jobs: Jobs): RemoveHook {
  jobs.define(FORGET_DEVICE, ({ deviceId }) => deletePlacesForInstallers(database.sql, deviceId));
  return (tx, deviceIds) =>
    jobs.enqueueAll(
      tx,
      FORGET_DEVICE,
      deviceIds.map((deviceId) => ({ payload: { deviceId }, key: String(deviceId) })),
    );
}

/**
 * The pings of a person and the locations found. Both are deleted with the person, and so are pings of others that found
 * where the person's devices were.
 */
export const pingPersonData = (devices: AssignmentsPort, clock: Clock): PersonData => ({
  feature: 'ping',
  limits: { pings: MOST_PINGS },
  read: async (executor, personId) => {
    const assignments = await devices.assignmentsOf(executor, personId, clock.now());
    return { pings: await listOwnPings(executor, personId, { assignments, limit: MOST_PINGS }) };
  },
  forget: async (tx, personId, at) => {
    await deleteOwnPings(tx, personId);
    for (const span of await devices.assignmentsOf(tx, personId, at)) await deletePingsDuring(tx, span);
  },
});
