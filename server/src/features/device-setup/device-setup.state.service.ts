import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import type { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { fullName } from '@trace/contract/kernel/full-name';
import type { DataOf } from '@trace/contract/kernel/stream';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { presentSetup } from './device-setup.present.service.ts';
import type { NotificationDependencies } from './device-setup.publish.service.ts';
import { findPrevious, findSetup } from './device-setup.store.ts';

export interface SetupStateDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'findFor' | 'getFor'>;
  hubs: Pick<HubsPort, 'linkOf'>;
  people: NotificationDependencies['people'];
}

export type SetupStates = ReturnType<typeof createSetupStates>;

/** The setup of a device as people see it. */
export function createSetupStates({ database, clock, devices, hubs, people }: SetupStateDependencies) {
  /** Returns the earliest time from which this person may restore previous settings. */
  const oldestKept = (device: KnownDevice): Date =>
    new Date(Math.max(device.since.getTime(), clock.now().getTime() - setupRules.keepPreviousMs));

  const stateOf = async (device: KnownDevice): Promise<DeviceSetup> => {
    const [row, link, previous] = await Promise.all([
      findSetup(database.sql, device.id),
      hubs.linkOf(database.sql, device.id),
      findPrevious(database.sql, device.id, oldestKept(device)),
    ]);
    const by =
      previous?.savedBy == null ? undefined : (await people.accountsOf([previous.savedBy])).get(previous.savedBy);
    const changedBy = by === undefined ? null : fullName(by);
    return presentSetup(device.serial, row, link, previous === null ? null : { row: previous, changedBy });
  };

  return {
    oldestKept,
    stateOf,

    async state(actor: Actor, serial: string): Promise<DeviceSetup> {
      return stateOf(await devices.getFor(actor.accountId, serial));
    },

    /** Returns the event data for a person, or null when the person has no access to the device any more. */
    async presentChanged(
      { serial }: { serial: string },
      actor: Actor,
    ): Promise<DataOf<typeof setupChangedEvent> | null> {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) return null;
      const { state, hub } = await stateOf(device);
      return { serialNumber: serial, state, isHubBroken: hub?.brokenSince != null };
    },
  };
}
