import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteAccountsOf, listOwnAccounts, pseudonymiseAccounts } from './hub-receiver.store.ts';

/** A hub belongs to the user of its device, so its reports end with the account of the user. */
export const hubReceiverPersonData = (devices: Pick<DevicesPort, 'assignedTo'>): PersonData => ({
  feature: 'hub-receiver',
  read: async (executor, personId) => ({ hubAccounts: await listOwnAccounts(executor, personId) }),
  forget: async (tx, personId) => {
    const assigned = await devices.assignedTo([personId]);
    await deleteAccountsOf(
      tx,
      assigned.map(({ deviceId }) => deviceId),
    );
    await pseudonymiseAccounts(tx, personId);
  },
});
