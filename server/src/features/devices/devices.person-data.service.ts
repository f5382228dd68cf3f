import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import type { Bus } from '#platform/bus/bus';
import { deleteQuarantinedOf } from '#platform/devices/identity/offences';
import { deleteAttempts } from './registration/devices.claim-codes.store.ts';
import { deleteDevices, notifyRegistration } from './registration/devices.registration.store.ts';
import { deviceRemoved } from './devices.events.ts';
import type { DeviceHooks } from './devices.hooks.service.ts';
import { lockDevices } from './devices.lock.store.ts';
import {
  deleteOwnNames,
  endAssignmentsOf,
  listAssignmentSpans,
  listIdsOf,
  listOwnAssignments,
  listOwnRegistrations,
  listUnservicedDevices,
} from './devices.person-data.store.ts';
import type { Relations } from './assignment/devices.relations.service.ts';
import { publishToLists } from './devices.access.service.ts';
import { findDevice } from './devices.store.ts';
import { isAbandoned } from './registration/devices.abandoned.service.ts';
import {
  deletePendingReturn,
  forgetFormerUser,
  listPendingReturns,
} from './assignment/devices.pending-return.store.ts';

/** Limit for devices pending return of this person. */
const MOST_TAKEN = 1_000;

export interface DevicesPersonDataDependencies {
  bus: Bus;
  relations: Relations;
  hooks: Pick<DeviceHooks, 'runRemoveHooks'>;
  people: Pick<PeoplePort, 'profileOf'>;
}

/**
 * Personal data about devices. A deleted account is no longer the user of any device. Devices registered by an
 * installer stay with the user and the company (SET-03).
 */
export function devicesPersonData({ bus, relations, hooks, people }: DevicesPersonDataDependencies): PersonData {
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
      await deleteOwnNames(tx, personId);
      for (const span of await listAssignmentSpans(tx, personId, at)) await deleteQuarantinedOf(tx, span);
      const abandoned: { id: number; serial: string }[] = [];
      for (const serial of await endAssignmentsOf(tx, personId, at)) {
        // Deleting the account gives the devices back.
        await deletePendingReturn(tx, serial);
        const row = (await findDevice(tx, serial))!;
        await publishToLists(relations, tx, row, []);
        if (await isAbandoned(people, tx, row)) abandoned.push(row);
      }
      await forgetFormerUser(tx, personId);
      await deleteAttempts(tx, personId);
      const unserviced = [...abandoned, ...(await listUnservicedDevices(tx, personId))];
      const ids = unserviced.map(({ id }) => id);
      await hooks.runRemoveHooks(tx, ids);
      await deleteDevices(tx, ids);
      const serials = unserviced.map(({ serial }) => serial);
      await notifyRegistration(tx, serials);
      removed.set(personId, serials);
    },
    forgotten: (personId) => {
      for (const serial of removed.get(personId) ?? []) bus.announce(deviceRemoved, { serial });
      removed.delete(personId);
    },
  };
}
