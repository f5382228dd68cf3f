import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { insertAssignment } from '../assignment/devices.assignment.store.ts';
import { devicesChanged } from '../devices.events.ts';
import type { OwnDevicesPort } from '../devices.port.ts';
import { insertDevices } from './devices.registration.store.ts';

/** Devices that their user adds without an installer. */
export function createOwnDevices({ clock }: { clock: Clock }): OwnDevicesPort {
  return {
    async addOwn(tx: Executor, { accountId, serial, nickname }) {
      const at = clock.now();
      const added = await insertDevices(tx, [{ serial, nickname }], { accountId, companyId: null, at });
      const deviceId = added.get(serial);
      if (deviceId === undefined) return null;
      const assignment = { deviceId, accountId, email: null, assignedBy: accountId, at, isUnseen: false };
      await insertAssignment(tx, assignment);
      await publishAfterCommit(tx, devicesChanged, [accountId], { serial });
      return deviceId;
    },
  };
}
