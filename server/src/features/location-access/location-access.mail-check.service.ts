import type { Mail } from '#platform/mail/mail';
import { answerKeyPrefix, requestKeyPrefix } from './location-access.mails.service.ts';
import { findOpenRequest, isOpen, type OpenRequestDependencies } from './location-access.lists.service.ts';
import { findRequest } from './location-access.store.ts';

export interface MailCheckDependencies extends OpenRequestDependencies {
  mail: Pick<Mail, 'checkBeforeSending'>;
}

/** Stored with an email that is withdrawn. */
const REQUEST_CLOSED = 'the request is no longer open';
const ACCESS_ENDED = 'the access to the location has ended';

/** Checks queued emails before each attempt, because requests and grants end while the mail server is down. */
export function checkMails({ mail, ...dependencies }: MailCheckDependencies): void {
  mail.checkBeforeSending(requestKeyPrefix, async (key) => {
    const request = await findOpenRequest(dependencies, key.slice(requestKeyPrefix.length));
    return request === null ? REQUEST_CLOSED : null;
  });

  mail.checkBeforeSending(answerKeyPrefix, async (key) => {
    const row = await findRequest(dependencies.database.sql, key.slice(answerKeyPrefix.length));
    if (row?.status === 'denied') return null;
    return row !== null && (await isOpen(dependencies, row)) ? null : ACCESS_ENDED;
  });
}
