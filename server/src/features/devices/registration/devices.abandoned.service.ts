import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import type { DeviceRow } from '../devices.store.ts';

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
