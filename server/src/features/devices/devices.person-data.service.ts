import type { PersonData } from '#platform/actor/person-data';
import type { Bus } from '#platform/bus/bus';
import { announceLater } from '#platform/bus/outbox';
import { DEVICES_CHANGED, deviceRemoved } from './devices.events.ts';
import {
  deleteForsaken,
  endAssignmentsOf,
  listOwnAssignments,
  listOwnRegistrations,
} from './devices.person-data.store.ts';

/**
 * The devices of a person. Whoever leaves is no device's user any more; what an installer registered stays with its
 * user and its company (SET-03).
 */
export function devicesPersonData(bus: Bus): PersonData {
  const removed = new Map<string, string[]>();
  return {
    feature: 'devices',
    read: async (executor, personId) => ({
      assigned: await listOwnAssignments(executor, personId),
      registered: await listOwnRegistrations(executor, personId),
    }),
    forget: async (tx, personId, at) => {
      for (const { serial, registeredBy } of await endAssignmentsOf(tx, personId, at)) {
        await announceLater(tx, { kind: DEVICES_CHANGED, audience: [registeredBy], payload: { serial } });
      }
      removed.set(personId, await deleteForsaken(tx, personId));
    },
    forgotten: (personId) => {
      for (const serial of removed.get(personId) ?? []) bus.announce(deviceRemoved, { serial });
      removed.delete(personId);
    },
  };
}
