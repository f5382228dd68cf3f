import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { fullName } from '@trace/contract/kernel/full-name';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import type { DeviceRow } from '../devices.store.ts';

export interface CertificateMailsDependencies {
  mail: Pick<Mail, 'send'>;
  portalUrl(): string;
}

export function createCertificateMails({ mail, portalUrl }: CertificateMailsDependencies) {
  return {
    async mailReplaced(tx: Executor, to: string, serial: string, fingerprint: string): Promise<void> {
      const url = `${portalUrl()}/installer/devices`;
      await mail.send(tx, {
        to,
        reason: 'device',
        subject: texts.certificateMailSubject(serial),
        text: texts.certificateMailText({ serial, url }),
        key: `device-certificate:${fingerprint}`,
      });
    },

    /** Mails the device's user and installer, except the actor, why the device can no longer connect. */
    async mailRevoked(
      tx: Executor,
      actor: Actor,
      origin: CallOrigin,
      row: DeviceRow,
      accounts: Awaited<ReturnType<PeoplePort['accountsOf']>>,
    ): Promise<void> {
      const device = { name: deviceName(row.serial, row.nickname), serial: row.serial };
      for (const [accountId, { email }] of accounts)
        await mail.send(tx, {
          to: email,
          reason: 'device',
          subject: texts.revokedMailSubject(device.name),
          text: texts.revokedMailText({ ...device, by: fullName(actor), url: `${portalUrl()}/` }),
          key: `device-revoked:${origin.requestId}:${accountId}`,
        });
    },
  };
}
