import { signUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import { recordAudit, entryOf, type AuditEntry } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Attempts } from '../auth.attempts.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { codeFingerprint, isSameFingerprint, mailedCodeFingerprint } from './auth.sign-up-code.service.ts';
import { createMakeAccount } from './auth.new-account.service.ts';
import type { SignUpMails } from './auth.sign-up-mail.service.ts';
import { codeLimits, codeMailLimit, signUpLimit } from './auth.sign-up-limits.rules.ts';
import { proveOrRefuse } from './auth.sign-up.service.ts';
import type { SignUpBrowser } from './auth.sign-up.service.ts';
import { findSignUp, isMailedCode, replaceCode, takeCodeTry, updateEmail } from './auth.sign-up.store.ts';
import type { SignUpRow } from './auth.sign-up.store.ts';

export interface ConfirmedSignUp {
  readonly email: string;
  readonly company: 'joined' | 'ended' | null;
  readonly setCookies: readonly string[];
}

export type Confirmations = ReturnType<typeof createConfirmations>;

export interface ConfirmationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'publishConfirmed'>;
  readonly attempts: Attempts;
  readonly cookies: AuthCookies;
  readonly knownBrowsers: Pick<KnownBrowsers, 'mark'>;
  readonly mails: SignUpMails;
  readonly codeKey: Uint8Array;
  readonly certification: Pick<CertificationPort, 'prove' | 'bind'>;
  readonly companies: Pick<CompaniesPort, 'join'>;
}

/** The steps that follow a sign-up, in the browser where the sign-up began. */
export function createConfirmations(options: ConfirmationsOptions) {
  const {
    database,
    clock,
    people,
    attempts,
    cookies: authCookies,
    knownBrowsers,
    mails,
    codeKey,
    certification,
  } = options;
  const makeAccount = createMakeAccount(options);

  const idOf = ({ cookies }: SignUpBrowser): string => {
    const id = authCookies.signUpIn(cookies, clock.now());
    if (id === null) throw isOver();
    return id;
  };

  const signUpOf = async (browser: SignUpBrowser): Promise<SignUpRow> => {
    const row = await findSignUp(database.sql, idOf(browser));
    if (row === undefined) throw isOver();
    return row;
  };

  const provedBy = async (id: string, code: string): Promise<SignUpRow> => {
    const row = await takeCodeTry(database.sql, id, { now: clock.now(), tries: signUpCode.tries });
    if (row === undefined) {
      const isKnown = (await findSignUp(database.sql, id)) !== undefined;
      throw isKnown ? new Refusal('gone', signUpTexts.codeOver, { field: 'body.code' }) : isOver();
    }
    if (isSameFingerprint(row.codeFingerprint, codeFingerprint(codeKey, id, code))) return row;
    const mailed = mailedCodeFingerprint(codeKey, row.email, code);
    if (!row.isCodeMailed && (await isMailedCode(database.sql, mailed, clock.now()))) return row;
    throw new Refusal('invalid_input', signUpTexts.codeWrong, { field: 'body.code' });
  };

  return {
    /**
     * Creates the account of this browser's sign-up, once. Refuses a wrong code, an expired code or sign-up, and too many
     * attempts.
     */
    confirm: async (code: string, browser: SignUpBrowser): Promise<ConfirmedSignUp> => {
      const id = idOf(browser);
      const limits = codeLimits(id, browser.origin.address);
      await attempts.reserveOrRefuse(limits, signUpTexts.tooManyCodes);
      const row = await provedBy(id, code);
      const account = await makeAccount(row, browser.origin);
      people.publishConfirmed({ accountId: account.id, email: row.email });
      await attempts.giveBack([...limits, signUpLimit(browser.origin.address)]);
      const setCookies = [authCookies.clearedSignUp(), await knownBrowsers.mark(account.id)];
      return { email: row.email, company: account.company, setCookies };
    },
    /** Sends a new code; answers where to. Refuses an address to which the last code could not be delivered. */
    resend: async (browser: SignUpBrowser): Promise<string> => {
      const row = await signUpOf(browser);
      if (await mails.isReturned(row.id))
        throw new Refusal('invalid_input', signUpTexts.mailReturned(row.email), { field: 'body.email' });
      await attempts.reserveOrRefuse([codeMailLimit(row.email)], signUpTexts.tooManyMails);
      const code = mails.newCode(row.id);
      await database.transaction(async (tx) => {
        if (!(await replaceCode(tx, row.id, code))) throw isOver();
        await code.send(tx, row.email);
        await recordAudit(tx, signUpEntryOf(browser, 'auth.resendSignUpCode', row.id));
      });
      return row.email;
    },
    /** Sends a new code to another address, which replaces the address of the sign-up. */
    correctEmail: async (typed: string, browser: SignUpBrowser): Promise<string> => {
      const row = await signUpOf(browser);
      const email = normaliseEmail(typed);
      const isInstaller = row.role === 'installer';
      const { address } = browser.origin;
      await attempts.reserveOrRefuse([signUpLimit(address)], signUpTexts.tooManySignUps);
      const applicant = { ...row, email, number: row.certificationNumber };
      const proved = isInstaller ? await proveOrRefuse(applicant, address, { attempts, certification }) : null;
      const isCodeMailed = (await attempts.reserve([codeMailLimit(email)])) === null;
      const code = mails.newCode(row.id);
      const certificationId = proved?.certificationId ?? null;
      const certificationMatch = proved?.match ?? null;
      await database.transaction(async (tx) => {
        if (!(await updateEmail(tx, row.id, { email, certificationId, certificationMatch, isCodeMailed, ...code })))
          throw isOver();
        if (isCodeMailed) await code.send(tx, email);
        await recordAudit(tx, signUpEntryOf(browser, 'auth.correctSignUpEmail', row.id));
      });
      return email;
    },
  };
}

const signUpEntryOf = ({ actor, origin }: SignUpBrowser, action: string, id: string): AuditEntry =>
  entryOf(actor?.accountId ?? null, origin, action, { type: 'sign-up', id });

const isOver = (): Refusal => new Refusal('gone', signUpTexts.signUpOver);
