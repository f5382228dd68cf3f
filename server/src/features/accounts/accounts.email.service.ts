import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { emailChangeRules } from '@trace/contract/accounts/accounts.rules';
import { accountsMails, accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import type { AuthPort } from '#features/auth/auth.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { PersonData } from '#platform/actor/person-data';
import { recordAudit, ownEntryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import { announceAccount } from './accounts.events.ts';
import { deleteEmailChange, deleteExpiredEmailChanges, saveEmailChange, takeTry } from './accounts.store.ts';

export type EmailService = ReturnType<typeof createEmailService>;

export interface EmailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly secrets: Pick<Secrets, 'deriveKey'>;
  readonly auth: Pick<AuthPort, 'changeEmail' | 'reserveNewAddressMail'>;
  readonly people: Pick<PeoplePort, 'findAccountByEmail' | 'publishConfirmed'>;
  personData(): readonly PersonData[];
}

/**
 * Changes the email address. The change takes effect only after the user enters the code sent to the new address
 * (SET-04).
 */
export function createEmailService(dependencies: EmailDependencies) {
  const { database, clock, mail, secrets, auth, people, personData } = dependencies;
  const key = secrets.deriveKey('email-change-code');
  const fingerprint = (accountId: string, email: string, code: string): string =>
    createHmac('sha256', key).update(`${accountId} ${email} ${code}`).digest('hex');

  return {
    /**
     * Mails the code to the new address and a notice to the old address. Never reveals whether the new address belongs to
     * another account.
     */
    ask: async (actor: Actor, origin: CallOrigin, typed: string): Promise<void> => {
      const email = normaliseEmail(typed);
      if (email === actor.email) {
        throw new Refusal('invalid_input', accountsTexts.emailSame, { field: 'body.email' });
      }
      await auth.reserveNewAddressMail(email);
      const isTaken = (await people.findAccountByEmail(email)) !== null;
      const code = newCode();
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + emailChangeRules.validMs);
      const codeFingerprint = fingerprint(actor.accountId, email, code);
      const words = isTaken
        ? accountsMails.taken
        : { ...accountsMails.code, text: accountsMails.code.text(code, emailChangeRules.validMs / MINUTE_MS) };
      await database.transaction(async (tx) => {
        await deleteExpiredEmailChanges(tx, at);
        const triesLeft = emailChangeRules.tries;
        await saveEmailChange(tx, actor.accountId, { email, codeFingerprint, triesLeft, at, expiresAt });
        await mail.send(tx, {
          to: email,
          ...words,
          reason: 'newAddress',
          key: `email-change:${actor.accountId}:${origin.requestId}`,
        });
        const { subject, text } = accountsMails.asked;
        await mail.send(tx, {
          to: actor.email,
          subject,
          text: text(email),
          reason: 'account',
          key: `email-asked:${origin.requestId}`,
        });
        await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'accounts.changeEmail'));
      });
    },
    confirm: async (actor: Actor, origin: CallOrigin, code: string): Promise<void> => {
      // Outside of the transaction: a try stays taken when the code is wrong.
      const change = await takeTry(database.sql, actor.accountId, clock.now());
      if (change === undefined) throw codeOver();
      if (!isSame(fingerprint(actor.accountId, change.email, code), change.codeFingerprint)) {
        throw new Refusal('invalid_input', accountsTexts.codeWrong, { field: 'body.code' });
      }
      await database.transaction(async (tx) => {
        if (!(await deleteEmailChange(tx, actor.accountId, change))) throw codeOver();
        for (const data of personData()) await data.notifyOfNewEmail?.(tx, actor.accountId, change.email);
        await auth.changeEmail(tx, actor.accountId, change.email);
        await announceAccount(tx, actor.accountId);
        const { subject, text } = accountsMails.changed;
        const words = { subject, text: text(change.email), key: `email-changed:${origin.requestId}` };
        await mail.send(tx, { to: actor.email, ...words, reason: 'account' });
        await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'accounts.confirmEmail'));
      });
      people.publishConfirmed({ accountId: actor.accountId, email: change.email });
    },
  };
}

const newCode = (): string =>
  String(randomInt(10 ** emailChangeRules.codeLength)).padStart(emailChangeRules.codeLength, '0');

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

const codeOver = (): Refusal => new Refusal('gone', accountsTexts.codeOver, { field: 'body.code' });
