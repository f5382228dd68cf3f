import type { DeviceHubsPort } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Executor } from '#platform/db/database';
import { queueAgain } from './device-setup.store.ts';

export interface ReleaseDependencies {
  readonly deviceHubs: DeviceHubsPort;
  readonly hubs: Pick<HubsPort, 'forget' | 'linkOf' | 'unlink'>;
}

/**
 * Unlinks the hubs of devices whose user leaves. A hub belongs to the person and not to the device, so the next user must
 * not get its alarms (law 6). The devices are programmed without a hub.
 */
export async function releaseHubs(
  tx: Executor,
  { deviceHubs, hubs }: ReleaseDependencies,
  deviceIds: readonly number[],
  at: Date,
): Promise<void> {
  // Unlinking ends the alert of a broken link.
  for (const deviceId of deviceIds) if ((await hubs.linkOf(tx, deviceId)) !== null) await hubs.unlink(tx, deviceId);
  await hubs.forget(tx, deviceIds);
  for (const deviceId of deviceIds) await deviceHubs.setHub(tx, deviceId, null);
  await queueAgain(tx, deviceIds, at);
}
