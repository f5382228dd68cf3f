import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { releaseHubs, type ReleaseDependencies } from './device-setup.release.service.ts';
import { listOwnChanges, pseudonymiseSetups } from './device-setup.store.ts';

/**
 * Data about a person's setup changes. The links of the person's hubs end with the account, before the assignment of the
 * device is deleted.
 */
export const deviceSetupPersonData = (
  dependencies: ReleaseDependencies & { devices: Pick<DevicesPort, 'assignedTo' | 'lock'> },
): PersonData => ({
  feature: 'device-setup',
  read: async (executor, personId) => ({ changes: await listOwnChanges(executor, personId) }),
  forget: async (tx, personId, at) => {
    const assigned = await dependencies.devices.assignedTo([personId]);
    const deviceIds = assigned.map(({ deviceId }) => deviceId);
    // The status of a device is locked before its alerts (decision 016).
    await dependencies.devices.lock(tx, deviceIds);
    await releaseHubs(tx, dependencies, deviceIds, at);
    await pseudonymiseSetups(tx, personId);
  },
});
