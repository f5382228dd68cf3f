import { secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { secondFactorMails } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Attempts } from '../auth.attempts.service.ts';
import type { Owner } from './auth.second-factor.service.ts';

export type WrongCodeMails = ReturnType<typeof createWrongCodeMails>;

export interface WrongCodeMailsOptions {
  readonly database: Database;
  readonly mail: Mail;
  readonly attempts: Attempts;
}

/** Mails the owner that someone who knows the password guesses codes. */
export function createWrongCodeMails({ database, mail, attempts }: WrongCodeMailsOptions) {
  return {
    /** Counts a wrong code, and mails the first that crosses the limit of the day. */
    count: async ({ personId, email }: Owner, { requestId }: { readonly requestId: string }): Promise<void> => {
      const tries = secondFactorLimits.wrongCodesToMail - 1;
      const usedUp = await attempts.reserve([{ key: `wrong codes ${personId}`, tries, windowMs: DAY_MS }]);
      if (usedUp?.isFirst !== true) return;
      const message = { ...secondFactorMails.wrongCodes, to: email, key: `wrong-codes:${requestId}` };
      await database.transaction((tx) => mail.send(tx, { ...message, reason: 'account' }));
    },
  };
}
