import { deviceName } from '@trace/contract/devices/devices.rules';
import { phonesRules as rules, type PhoneKey } from '@trace/contract/phones/phones.rules';
import type { Phone } from '@trace/contract/phones/phones.schema';
import { phonesTexts as texts } from '@trace/contract/phones/phones.texts';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { OwnDevicesPort } from '#features/devices/devices.port';
import type { FixTimesPort } from '#features/tracking/tracking.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { hashOfSecret, newPhoneSerial, newSecret } from './phones.secrets.service.ts';
import { insertPhone, listPhonesOf, lockPhones, updateSecret, type PhoneRow } from './phones.store.ts';

export type PhonesService = ReturnType<typeof createPhonesService>;

export interface PhonesDependencies {
  database: Database;
  clock: Clock;
  ownDevices: OwnDevicesPort;
  deviceStatus: Pick<DeviceStatusPort, 'lastReportOf'>;
  fixes: FixTimesPort;
  portalUrl(): string;
}

/** The phones of a user. A phone is removed like any other device. */
export function createPhonesService({
  database,
  clock,
  ownDevices,
  deviceStatus,
  fixes,
  portalUrl,
}: PhonesDependencies) {
  const present = async ({ deviceId, serial, nickname, secretMadeAt }: PhoneRow): Promise<Phone> => {
    const [{ heardAt }, fixAt] = await Promise.all([
      deviceStatus.lastReportOf({ id: deviceId, serial }),
      fixes.lastFixAt(deviceId),
    ]);
    return {
      serialNumber: serial,
      name: deviceName(serial, nickname),
      secretMadeAt: secretMadeAt.toISOString(),
      lastReportAt: heardAt?.toISOString() ?? null,
      lastPositionAt: fixAt?.toISOString() ?? null,
    };
  };

  return {
    list: async ({ accountId }: Actor): Promise<Phone[]> =>
      Promise.all((await listPhonesOf(database.sql, accountId)).map(present)),

    async add({ accountId }: Actor, origin: CallOrigin, name: string): Promise<PhoneKey> {
      const secret = newSecret();
      const serialNumber = await database.transaction(async (tx) => {
        if ((await lockPhones(tx, accountId)) >= rules.phonesPerUser) throw new Refusal('conflict', texts.tooMany);
        const serial = newPhoneSerial();
        const deviceId = await ownDevices.addOwn(tx, { accountId, serial, nickname: name });
        // A collision has a chance of one in 650 billion, so the person tries again.
        if (deviceId === null) throw new Refusal('conflict', texts.serialTaken);
        await insertPhone(tx, { deviceId, accountId, secretHash: hashOfSecret(secret), at: clock.now() });
        await recordAudit(tx, entryOf(accountId, origin, 'phones.add', { type: 'device', id: serial }));
        return serial;
      });
      return { serialNumber, portalUrl: portalUrl(), accessKey: secret };
    },

    /** The previous secret ends with the commit. */
    async renewSecret({ accountId }: Actor, origin: CallOrigin, serialNumber: string): Promise<PhoneKey> {
      const secret = newSecret();
      await database.transaction(async (tx) => {
        const change = { accountId, serial: serialNumber, secretHash: hashOfSecret(secret), at: clock.now() };
        if (!(await updateSecret(tx, change))) throw new Refusal('not_found', texts.notFound);
        const subject = { type: 'device', id: serialNumber };
        await recordAudit(tx, entryOf(accountId, origin, 'phones.renewSecret', subject));
      });
      return { serialNumber, portalUrl: portalUrl(), accessKey: secret };
    },
  };
}
