import { randomUUID } from 'node:crypto';
import { signUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Tx } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { codeFingerprint, mailedCodeFingerprint, newSignUpCode, shownCode } from './auth.sign-up-code.service.ts';
import { insertMailedCode, type NewCode } from './auth.sign-up.store.ts';
import { findPersonByEmail } from '../auth.store.ts';

export type SignUpMails = ReturnType<typeof createSignUpMails>;

export interface SignUpMailsOptions {
  readonly clock: Clock;
  readonly mail: Mail;
  /** The key of the codes' fingerprints. */
  readonly codeKey: Uint8Array;
  portalUrl(): string;
}

/**
 * Takes the same steps for every address. If an address has an account, the email says so instead of containing a code,
 * and only the owner can see the difference (T45).
 */
export function createSignUpMails({ clock, mail, codeKey, portalUrl }: SignUpMailsOptions) {
  const minutes = signUpCode.livesMs / MINUTE_MS;
  return {
    /** Creates a code for a sign-up: the stored form, and a function that sends the code. */
    newCode: (signUpId: string): NewCode & { send(tx: Tx, email: string): Promise<void> } => {
      const code = newSignUpCode();
      const codeExpiresAt = new Date(clock.now().getTime() + signUpCode.livesMs);
      return {
        codeFingerprint: codeFingerprint(codeKey, signUpId, code),
        codeExpiresAt,
        send: async (tx, email) => {
          const isTaken = (await findPersonByEmail(tx, email)) !== undefined;
          if (!isTaken) await insertMailedCode(tx, mailedCodeFingerprint(codeKey, email, code), codeExpiresAt);
          const words = isTaken ? signUpTexts.triedMail(portalUrl()) : signUpTexts.codeMail(shownCode(code), minutes);
          await mail.send(tx, { ...words, to: email, reason: 'newAddress', key: `${keyOf(signUpId)}${randomUUID()}` });
        },
      };
    },
    /** Whether the mail server refused the latest email of this sign-up: the address does not exist. */
    isReturned: (signUpId: string): Promise<boolean> => mail.isLatestGivenUp(keyOf(signUpId)),
  };
}

const keyOf = (signUpId: string): string => `sign-up:${signUpId}:`;
