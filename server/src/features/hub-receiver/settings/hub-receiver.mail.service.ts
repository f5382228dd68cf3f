import { randomUUID } from 'node:crypto';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';

export interface MailDependencies {
  readonly mail: Pick<Mail, 'send'>;
  readonly devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf'>;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
  portalUrl(): string;
}

/** T08: mails the user and the installer of a device who changed its direct hub reports. */
export function createChangeMails({ mail, devices, people, portalUrl }: MailDependencies) {
  return async (tx: Executor, { id, serial }: KnownDevice, change: { by: string; what: string }): Promise<void> => {
    const parties = (await devices.partiesOf([id], undefined, tx)).get(id) ?? [];
    const relations = await devices.relationsOf([id], parties);
    const told = relations.filter(({ relation }) => !relation.startsWith('company_'));
    const accounts = await people.accountsOf([change.by, ...told.map(({ accountId }) => accountId)]);
    const author = accounts.get(change.by);
    const key = randomUUID();
    for (const { accountId, name } of told) {
      const account = accounts.get(accountId);
      if (account === undefined) continue;
      await mail.send(tx, {
        to: account.email,
        reason: 'device',
        subject: texts.changedMailSubject(name),
        text: texts.changedMailText({
          device: name,
          serial,
          what: change.what,
          by: author === undefined ? 'Someone' : fullName(author),
          url: `${portalUrl()}${account.role === 'installer' ? '/installer/devices' : '/user'}`,
        }),
        key: `hub-receiver-changed:${key}:${accountId}`,
      });
    }
  };
}
