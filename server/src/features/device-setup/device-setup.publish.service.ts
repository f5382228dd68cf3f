import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { randomUUID } from 'node:crypto';
import { fullName } from '@trace/contract/kernel/full-name';
import type { DevicesPort } from '#features/devices/devices.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { setupChanged } from './device-setup.events.ts';

/** A person with the details that mails need. */
export interface Addressee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly timeZone: string;
}

export interface NotificationDependencies {
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf' | 'findFor'>;
  people: { accountsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Addressee>> };
  portalUrl(): string;
}

interface TargetDevice {
  deviceId: number;
  serial: string;
}

export type SetupPublisher = ReturnType<typeof createPublisher>;

export function createPublisher({ mail, devices, people, portalUrl }: NotificationDependencies) {
  /** Returns the user and the installer of a device, each with their own name for the device. */
  const partiesOf = async ({
    deviceId,
    serial,
  }: TargetDevice): Promise<(Addressee & { id: string; device: string })[]> => {
    const parties = (await devices.partiesOf([deviceId])).get(deviceId) ?? [];
    const relations = await devices.relationsOf([deviceId], parties);
    const ids = relations.filter(({ relation }) => !relation.startsWith('company_')).map(({ accountId }) => accountId);
    const accounts = await people.accountsOf(ids);
    const known = ids.map(async (id) => {
      const [account, device] = [accounts.get(id), await devices.findFor(id, serial)];
      return account === undefined ? [] : [{ ...account, id, device: device?.name ?? serial }];
    });
    return (await Promise.all(known)).flat();
  };

  const pageOf = ({ role }: Addressee): string =>
    `${portalUrl()}${role === 'installer' ? '/installer/devices' : '/user'}`;

  const nameOf = async (id: string): Promise<string> => {
    const account = (await people.accountsOf([id])).get(id);
    return account === undefined ? 'Someone' : fullName(account);
  };

  return {
    /** Publishes to the pages of every user with access to the device. */
    async onPages(tx: Executor, { deviceId, serial }: TargetDevice): Promise<void> {
      const audience = (await devices.partiesOf([deviceId], undefined, tx)).get(deviceId) ?? [];
      if (audience.length > 0) await publishAfterCommit(tx, setupChanged, audience, { serial });
    },
    /** T08: mails the user and the installer separately the author and content of a change. */
    async changed(
      tx: Executor,
      device: TargetDevice,
      { by, what }: { by: string; what: readonly string[] },
    ): Promise<void> {
      const [name, change] = [await nameOf(by), randomUUID()];
      for (const party of await partiesOf(device))
        await mail.send(tx, {
          to: party.email,
          reason: 'device',
          subject: texts.changedMailSubject(party.device),
          text: texts.changedMailText({
            device: party.device,
            serial: device.serial,
            what: what.join('; '),
            by: name,
            url: pageOf(party),
          }),
          key: `device-setup-changed:${change}:${party.id}`,
        });
    },
  };
}
