import type { PersonData } from '#platform/actor/person-data';
import type { Bus } from '#platform/bus/bus';
import { deleteAttempts } from './registration/devices.claim-codes.store.ts';
import { deviceRemoved } from './devices.events.ts';
import { lockDevices } from './devices.lock.store.ts';
import {
  deleteUnservicedDevices,
  endAssignmentsOf,
  listIdsOf,
  listOwnAssignments,
  listOwnRegistrations,
} from './devices.person-data.store.ts';
import type { Relations } from './assignment/devices.relations.service.ts';
import { publishToLists } from './devices.access.service.ts';
import { findDevice } from './devices.store.ts';
import {
  deletePendingReturn,
  forgetFormerUser,
  listPendingReturns,
} from './assignment/devices.pending-return.store.ts';

/** Limit for devices pending return of this person. */
const MOST_TAKEN = 1_000;

/**
 * Personal data about devices. A deleted account is no longer the user of any device. Devices registered by an
 * installer stay with the user and the company (SET-03).
 */
export function devicesPersonData(bus: Bus, relations: Relations): PersonData {
  const removed = new Map<string, string[]>();
  return {
    feature: 'devices',
    read: async (executor, personId) => ({
      assigned: await listOwnAssignments(executor, personId),
      registered: await listOwnRegistrations(executor, personId),
      notGivenBack: await listPendingReturns(executor, personId, MOST_TAKEN),
    }),
    forget: async (tx, personId, at) => {
      await lockDevices(tx, await listIdsOf(tx, personId));
      for (const serial of await endAssignmentsOf(tx, personId, at)) {
        // Deleting the account gives the devices back.
        await deletePendingReturn(tx, serial);
        await publishToLists(relations, tx, (await findDevice(tx, serial))!, []);
      }
      await forgetFormerUser(tx, personId);
      await deleteAttempts(tx, personId);
      removed.set(personId, await deleteUnservicedDevices(tx, personId));
    },
    forgotten: (personId) => {
      for (const serial of removed.get(personId) ?? []) bus.announce(deviceRemoved, { serial });
      removed.delete(personId);
    },
  };
}
