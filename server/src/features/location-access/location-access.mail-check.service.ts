import type { Database, Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { GrantBasis } from './location-access.grant-basis.service.ts';
import { answerKeyPrefix, requestKeyPrefix } from './location-access.mails.service.ts';
import { findRequest, listOpenOf, type AccessRow } from './location-access.store.ts';

export interface MailCheckDependencies {
  database: Database;
  mail: Pick<Mail, 'checkBeforeSending'>;
  grantBasis: Pick<GrantBasis, 'validOf'>;
}

/** Stored with an email that is withdrawn. */
const REQUEST_CLOSED = 'the request is no longer open';
const ACCESS_ENDED = 'the access to the location has ended';

/** Checks queued emails before each attempt, because requests and grants end while the mail server is down. */
export function checkMails({ database, mail, grantBasis }: MailCheckDependencies): void {
  const isOpen = async (executor: Executor, { id, userId }: AccessRow): Promise<boolean> => {
    const open = await listOpenOf(executor, userId);
    return (await grantBasis.validOf(open)).some((row) => row.id === id);
  };

  mail.checkBeforeSending(requestKeyPrefix, async (key) => {
    const row = await findRequest(database.sql, key.slice(requestKeyPrefix.length));
    return row?.status === 'pending' && (await isOpen(database.sql, row)) ? null : REQUEST_CLOSED;
  });

  mail.checkBeforeSending(answerKeyPrefix, async (key) => {
    const row = await findRequest(database.sql, key.slice(answerKeyPrefix.length));
    if (row?.status === 'denied') return null;
    return row !== null && (await isOpen(database.sql, row)) ? null : ACCESS_ENDED;
  });
}
