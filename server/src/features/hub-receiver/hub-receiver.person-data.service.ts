import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteAccountsOf, listOwnAccounts, pseudonymiseAccounts } from './hub-receiver.store.ts';

export interface PersonDataDependencies {
  readonly devices: Pick<DevicesPort, 'assignedTo' | 'lock'>;
  readonly alerts: Pick<AlertCausesPort, 'end'>;
}

/** A hub belongs to the user of its device, so its reports end with the account of the user. */
export const hubReceiverPersonData = ({ devices, alerts }: PersonDataDependencies): PersonData => ({
  feature: 'hub-receiver',
  read: async (executor, personId) => ({ hubAccounts: await listOwnAccounts(executor, personId) }),
  forget: async (tx, personId) => {
    const assigned = await devices.assignedTo([personId]);
    const deviceIds = assigned.map(({ deviceId }) => deviceId);
    // The status of a device is locked before its alerts (decision 016).
    await devices.lock(tx, deviceIds);
    for (const deviceId of await deleteAccountsOf(tx, deviceIds)) await alerts.end(tx, deviceId, 'hub_silent');
    await pseudonymiseAccounts(tx, personId);
  },
});
