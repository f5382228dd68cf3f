import type { Channel } from '@trace/contract/firmware/firmware.rules';
import type { StaffDeviceFirmware } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit, type AuditOrigin } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { notFound } from './firmware.offers.service.ts';
import { listDeviceSides, saveChannel } from './firmware.people.store.ts';

export interface StaffDeviceDependencies {
  readonly database: Database;
  readonly devices: Pick<DevicesPort, 'deviceIdsOf'>;
}

export type StaffDevices = ReturnType<typeof createStaffDevices>;

/** The firmware side of one device, for support staff. */
export function createStaffDevices({ database, devices }: StaffDeviceDependencies) {
  const idOf = async (serial: string): Promise<number> => {
    const id = (await devices.deviceIdsOf([serial])).get(serial);
    if (id === undefined) throw notFound();
    return id;
  };

  const present = async (executor: Executor, deviceId: number, serial: string): Promise<StaffDeviceFirmware> => {
    const { version, model, chip, channel, tokenMadeAt } = (await listDeviceSides(executor, [deviceId])).get(deviceId)!;
    return {
      serialNumber: serial,
      currentVersion: version,
      ...{ model, chip, channel },
      tokenMadeAt: tokenMadeAt?.toISOString() ?? null,
    };
  };

  return {
    read: async (serial: string): Promise<StaffDeviceFirmware> => present(database.sql, await idOf(serial), serial),

    async setChannel(
      actor: Actor,
      origin: AuditOrigin,
      serial: string,
      channel: Channel,
    ): Promise<StaffDeviceFirmware> {
      const deviceId = await idOf(serial);
      return database.transaction(async (tx) => {
        await saveChannel(tx, deviceId, channel);
        const subject = { type: 'device', id: serial };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'firmware.setChannel', subject, { channel }));
        return present(tx, deviceId, serial);
      });
    },
  };
}
