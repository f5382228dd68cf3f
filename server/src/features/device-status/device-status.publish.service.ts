import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { Streams } from '#platform/stream/streams';
import { presentStatus } from './device-status.present.rules.ts';
import type { DeviceState } from './device-status.reducer.rules.ts';

export interface PublisherDependencies {
  clock: Clock;
  log: Log;
  streams: Streams;
  devices: Pick<DevicesPort, 'partiesOf'>;
}

/** Pushes statuses to the open pages of everyone with access to the device. */
export function createPublisher({ clock, log, streams, devices }: PublisherDependencies) {
  const publish = async (states: readonly DeviceState[]): Promise<void> => {
    const openAccounts = streams.openAccounts();
    if (openAccounts.size === 0) return;
    const parties = await devices.partiesOf(
      states.map((state) => state.deviceId),
      openAccounts,
    );
    const now = clock.now();
    for (const state of states)
      streams.push(deviceStatusEvent, parties.get(state.deviceId) ?? [], state.serial, presentStatus(state, now));
  };

  return {
    publish,

    /**
     * A page that missed a push sees the change with the next push or poll. The device's message is stored regardless.
     */
    publishSoon(states: readonly DeviceState[]): void {
      publish(states).catch((error: unknown) =>
        log.error(
          { err: error },
          'Publishing a status change failed, open pages show the old status until they reload or poll',
        ),
      );
    },
  };
}
