import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { publishToUser } from '../devices.access.service.ts';
import { companiesOf } from '../devices.companies.service.ts';
import type { DeviceRow } from '../devices.store.ts';
import type { Registrant } from '../registration/devices.bulk-registration.service.ts';

export interface ReplacementMailDependencies {
  readonly mail: Pick<Mail, 'send'>;
  readonly companies: Pick<CompaniesPort, 'belongingOf' | 'peopleOf' | 'cardsOf' | 'cardsOfOwners'>;
  portalUrl(): string;
}

/** The device's user, who learns of a replacement. */
export interface NotifiedUser {
  readonly id: string;
  readonly email: string;
}

interface Replaced {
  readonly by: Registrant;
  readonly user: NotifiedUser | null;
  readonly old: DeviceRow;
  readonly to: DeviceRow;
}

/** Returns the function that publishes a replacement to the device's user and mails them. */
export function createReplacementMail({ mail, companies, portalUrl }: ReplacementMailDependencies) {
  return async (tx: Executor, { by: { actor, origin }, user, old, to }: Replaced): Promise<void> => {
    if (user === null || old.assignedTo !== user.id || user.id === actor.accountId) return;
    const device = deviceName(old.serial, old.nickname);
    await publishToUser(tx, user.id, to.serial, 'assigned');
    await mail.send(tx, {
      to: user.email,
      reason: 'device',
      subject: texts.mailSubject(device),
      text: texts.mailText({
        device,
        by: fullName(actor),
        company: (await companiesOf(companies, [to], tx))(to)?.name ?? null,
        old: old.serial,
        serial: to.serial,
        url: `${portalUrl()}/user?tab=devices`,
      }),
      key: `device-replaced:${origin.requestId}`,
    });
  };
}
