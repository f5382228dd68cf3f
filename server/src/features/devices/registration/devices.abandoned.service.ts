import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import type { DeviceHooks } from '../devices.hooks.service.ts';
import type { DeviceRow } from '../devices.store.ts';
import { deleteDevices, notifyRegistration } from './devices.registration.store.ts';

/**
 * Returns whether the installer's account was deleted and no company services the device. Without a user, no person
 * could set such a device up again, so the device is removed.
 */
export async function isAbandoned(
  people: Pick<PeoplePort, 'profileOf'>,
  tx: Executor,
  { companyId, registeredBy }: Pick<DeviceRow, 'companyId' | 'registeredBy'>,
): Promise<boolean> {
  return companyId === null && (await people.profileOf(registeredBy, tx)) === null;
}

/** Removes a device that no person services once its user has given it back. Its claim code stays valid. */
export async function removeAbandoned(
  { people, hooks }: { people: Pick<PeoplePort, 'profileOf'>; hooks: Pick<DeviceHooks, 'runRemoveHooks'> },
  tx: Executor,
  row: DeviceRow,
): Promise<boolean> {
  if (!(await isAbandoned(people, tx, row))) return false;
  await hooks.runRemoveHooks(tx, [row.id]);
  await deleteDevices(tx, [row.id]);
  await notifyRegistration(tx, [row.serial]);
  return true;
}
