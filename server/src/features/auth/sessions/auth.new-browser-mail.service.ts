import { sessionMailLimits } from '@trace/contract/auth/auth.rules';
import { deviceInWords } from '@trace/contract/auth/sessions/auth.sessions.rules';
import { sessionsMails } from '@trace/contract/auth/sessions/auth.sessions.texts';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import type { Attempts } from '../auth.attempts.service.ts';

/** Where a person changes the password. Staff have no settings and reset it at their sign-in. */
const passwordPages: Readonly<Record<Role, string>> = {
  user: '/user/settings',
  installer: '/installer/settings',
  staff: '/support-login',
};

export type NewBrowserMails = ReturnType<typeof createNewBrowserMails>;

export interface NewBrowserMailsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly attempts: Attempts;
  portalUrl(): string;
}

/** Mails the owner that someone signed in from a browser unknown to the account (AUTH-20). */
export function createNewBrowserMails({ database, clock, mail, attempts, portalUrl }: NewBrowserMailsOptions) {
  return {
    send: async (actor: Actor, { requestId, address, userAgent }: CallOrigin): Promise<void> => {
      const limit = { key: `new browser ${actor.accountId}`, ...sessionMailLimits };
      if ((await attempts.reserve([limit])) !== null) return;
      const { timeZone } = actor;
      const moment = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone });
      const at = `${moment.format(clock.now())} (${timeZone})`;
      const url = `${portalUrl()}${passwordPages[actor.role]}`;
      const words = sessionsMails.newBrowser({ browser: deviceInWords(userAgent), address, at, url });
      await database.transaction((tx) =>
        mail.send(tx, { ...words, to: actor.email, reason: 'account', key: `new-browser:${requestId}` }),
      );
    },
  };
}
