import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { PersonOf } from './location-access.people.service.ts';
import type { AccessRow } from './location-access.store.ts';

export type Answer = 'approved' | 'denied';

export interface AccessMailsDependencies {
  mail: Mail;
  /** Where people reach the portal, without a slash at the end. */
  portalUrl(): string;
}

export const requestKeyPrefix = 'location-access-request:';
export const answerKeyPrefix = 'location-access-answer:';

/** Mails both sides of a location request. */
export function createAccessMails({ mail, portalUrl }: AccessMailsDependencies) {
  return {
    askUser: async (tx: Executor, row: AccessRow, personOf: PersonOf): Promise<void> => {
      const { name, companyName, email } = personOf(row.requesterId);
      await mail.send(tx, {
        to: personOf(row.userId).email,
        reason: 'device',
        subject: texts.requestMailSubject(row.deviceName),
        text: texts.requestMailText({
          requester: companyName === null ? name : `${name}, ${companyName},`,
          email,
          device: row.deviceName,
          minutes: row.minutes,
          url: `${portalUrl()}/user`,
        }),
        key: `${requestKeyPrefix}${row.id}`,
      });
    },

    answerRequester: async (tx: Executor, row: AccessRow, answer: Answer, personOf: PersonOf): Promise<void> => {
      const { deviceName: device, minutes } = row;
      await mail.send(tx, {
        to: personOf(row.requesterId).email,
        reason: 'device',
        subject: texts.answerMailSubject({ device, answer }),
        text: texts.answerMailText({ device, answer, minutes, url: `${portalUrl()}/installer/devices` }),
        key: `${answerKeyPrefix}${row.id}`,
      });
    },
  };
}
