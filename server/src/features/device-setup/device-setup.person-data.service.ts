import type { DeviceHubsPort, DevicesPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PersonData } from '#platform/actor/person-data';
import { listOwnChanges, pseudonymiseSetups, queueAgain } from './device-setup.store.ts';

/**
 * Data about a person's setup changes. A hub belongs to the person and not to the device. The link ends with the
 * account, before the assignment of the device is deleted.
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
