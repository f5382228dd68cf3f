import type { DeviceHubsPort, DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PersonData } from '#platform/actor/person-data';
import { listOwnChanges, pseudonymiseSetups, queueAgain } from './device-setup.store.ts';

/**
 * What a person set up. The hub of somebody who leaves is theirs and not the device's: its link ends with the account,
 * before the device does not know any more whose it was.
 */
export const deviceSetupPersonData = ({
  devices,
  deviceHubs,
  hubs,
}: {
  devices: Pick<DevicesPort, 'assignedTo'>;
  deviceHubs: DeviceHubsPort;
  hubs: Pick<HubsPort, 'forget'>;
}): PersonData => ({
  feature: 'device-setup',
  read: async (executor, personId) => ({ changes: await listOwnChanges(executor, personId) }),
  forget: async (tx, personId, at) => {
    const deviceIds = (await devices.assignedTo([personId])).map(({ deviceId }) => deviceId);
    await hubs.forget(tx, deviceIds);
    for (const deviceId of deviceIds) await deviceHubs.setHub(tx, deviceId, null);
    await queueAgain(tx, deviceIds, at);
    await pseudonymiseSetups(tx, personId);
  },
});
