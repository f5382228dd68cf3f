import type { Executor } from '#platform/db/database';

/** For device-setup: which hub a device shows in lists. */
export interface DeviceHubsPort {
  setHub(tx: Executor, deviceId: number, hub: { hubId: string; hubName: string } | null): Promise<void>;
}
