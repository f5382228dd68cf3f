// The operator's view of the mails: figures, lists, the text of a waiting mail, and sending again.
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import {
  countMails,
  findMail,
  listMailPage,
  lockMail,
  updateWaitingAgain,
  type ListedMail,
  type MailFigures,
  type MailPage,
} from './mail-administration.store.ts';
import { openBody } from './mail-body.ts';

export type { ListedMail, MailFigures, MailPage } from './mail-administration.store.ts';

export interface MailText {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** `no_text`: the text is gone. `no_server`: no mail server is configured. */
export type ResendOutcome = 'resent' | 'missing' | 'sent_before' | 'no_text' | 'no_server';

export interface MailAdministration {
  /** `sentLately`, `failedLately`: emails of the last day. */
  figures(): Promise<MailFigures>;
  list(page: MailPage): Promise<ListedMail[]>;
  /** Returns `missing` when there is no such email, `no_text` when its text is gone. */
  readText(id: number): Promise<MailText | 'missing' | 'no_text'>;
  /** Sends an email now that waits for its next attempt or was given up, once the transaction commits. */
  resend(tx: Executor, id: number): Promise<ResendOutcome>;
}

export interface MailAdministrationOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly isConfigured: boolean;
  /** Makes the delivery due at once. */
  deliverNow(tx: Executor, id: number): Promise<void>;
}

export function createMailAdministration(options: MailAdministrationOptions): MailAdministration {
  const { database, secrets, clock, isConfigured, deliverNow } = options;
  return {
    figures: () => countMails(database.sql, new Date(clock.now().getTime() - DAY_MS)),
    list: (page) => listMailPage(database.sql, page),
    readText: async (id) => {
      const row = await findMail(database.sql, id);
      if (row === undefined) return 'missing';
      const body = openBody(secrets, row);
      return body === null ? 'no_text' : { recipient: row.recipient, subject: row.subject, text: body.text };
    },
    resend: async (tx, id) => {
      const mail = await lockMail(tx, id);
      if (mail === undefined) return 'missing';
      if (mail.state === 'sent') return 'sent_before';
      if (!isConfigured) return 'no_server';
      if (!mail.hasText) return 'no_text';
      await updateWaitingAgain(tx, id);
      await deliverNow(tx, id);
      return 'resent';
    },
  };
}
