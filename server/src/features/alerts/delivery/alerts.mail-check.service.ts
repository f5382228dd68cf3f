import type { DevicesPort } from '#features/devices/devices.port';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { isNotifiedOf } from '../alerts.policy.ts';
import { findRecipientOf } from '../alerts.store.ts';
import { mailKeyPrefix } from './alerts.delivery.service.ts';

export interface MailCheckDependencies {
  database: Database;
  mail: Pick<Mail, 'checkBeforeSending'>;
  devices: Pick<DevicesPort, 'relationsOf'>;
}

/** Stored with an email that is withdrawn. */
const ACCESS_ENDED = 'the recipient no longer has access to the device';

/** Checks queued emails before each attempt, because a person can lose the device while the mail server is down. */
export function checkMails({ database, mail, devices }: MailCheckDependencies): void {
  mail.checkBeforeSending(mailKeyPrefix, async (key) => {
    const recipient = await findRecipientOf(database.sql, key.slice(mailKeyPrefix.length));
    // The alerts of a removed device are deleted.
    if (recipient === null) return ACCESS_ENDED;
    const { accountId, deviceId } = recipient;
    // A test is about no device.
    if (deviceId === null) return null;
    const relations = await devices.relationsOf([deviceId], [accountId]);
    return relations.some(isNotifiedOf) ? null : ACCESS_ENDED;
  });
}
