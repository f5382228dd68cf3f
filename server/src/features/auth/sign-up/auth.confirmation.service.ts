import { signUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import { recordAudit, entryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Attempts } from '../auth.attempts.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { codeFingerprint, isSameFingerprint } from './auth.sign-up-code.service.ts';
import type { SignUpMails } from './auth.sign-up-mail.service.ts';
import { codeLimits, codeMailLimit, signUpLimitsFor } from './auth.sign-up-limits.rules.ts';
import { proveOrRefuse, reserveOrRefuse } from './auth.sign-up.service.ts';
import type { SignUpBrowser } from './auth.sign-up.service.ts';
import {
  deleteSignUpsOf,
  findSignUp,
  insertConfirmed,
  replaceCode,
  takeCodeTry,
  updateEmail,
} from './auth.sign-up.store.ts';
import type { SignUpRow } from './auth.sign-up.store.ts';
import { insertPassword } from '../auth.store.ts';

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
    companies,
  } = options;

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
    throw new Refusal('invalid_input', signUpTexts.codeWrong, { field: 'body.code' });
  };

  const bind = async (tx: Tx, row: SignUpRow, personId: string): Promise<void> => {
    if (row.certificationId === null) return;
    const { email, firstName, lastName, certificationMatch } = row;
    const claimant = { personId, email, firstName, lastName };
    const isBound = await certification.bind(tx, row.certificationId, claimant, certificationMatch ?? 'number');
    if (!isBound) throw new Refusal('conflict', signUpTexts.certificationRequired);
  };

  const join = async (
    tx: Tx,
    { invitationId, role }: SignUpRow,
    personId: string,
  ): Promise<'joined' | 'ended' | null> => {
    if (invitationId === null) return null;
    const outcome = await companies.join(tx, { invitationId, personId, role });
    return outcome === 'ended' ? 'ended' : 'joined';
  };

  /** Inserts the person first: concurrent sign-ups of the same address wait for the insert and are then refused. */
  const makePerson = (
    row: SignUpRow,
    { origin }: SignUpBrowser,
  ): Promise<Pick<ConfirmedSignUp, 'company'> & { id: string }> =>
    database.transaction(async (tx) => {
      const at = clock.now();
      const id = await insertConfirmed(tx, row, at);
      if (id === undefined) throw new Refusal('conflict', signUpTexts.alreadyRegistered);
      await insertPassword(tx, id, row.passwordHash, at);
      await deleteSignUpsOf(tx, row);
      await bind(tx, row, id);
      const company = await join(tx, row, id);
      const subject = { type: 'account', id };
      const details = { role: row.role, company };
      await recordAudit(tx, { actorId: id, action: 'auth.confirmSignUp', subject, details, ...origin });
      return { id, company };
    });

  return {
    /**
     * Creates the account of this browser's sign-up, once. Refuses a wrong code, an expired code or sign-up, and too many
     * attempts.
     */
    confirm: async (code: string, browser: SignUpBrowser): Promise<ConfirmedSignUp> => {
      const id = idOf(browser);
      const limits = codeLimits(id, browser.origin.address);
      await reserveOrRefuse(attempts, limits, { words: signUpTexts.tooManyCodes });
      const row = await provedBy(id, code);
      const person = await makePerson(row, browser);
      people.publishConfirmed({ accountId: person.id, email: row.email });
      await attempts.giveBack(limits);
      const setCookies = [authCookies.clearedSignUp(), await knownBrowsers.mark(person.id)];
      return { email: row.email, company: person.company, setCookies };
    },
    /** Sends a new code; answers where to. */
    resend: async (browser: SignUpBrowser): Promise<string> => {
      const row = await signUpOf(browser);
      await reserveOrRefuse(attempts, [codeMailLimit(row.email)], { words: signUpTexts.tooManyMails });
      const code = mails.newCode(row.id);
      await database.transaction(async (tx) => {
        if (!(await replaceCode(tx, row.id, code))) throw isOver();
        await code.send(tx, row.email);
        await recordAudit(
          tx,
          entryOf(browser.actor?.accountId ?? null, browser.origin, 'auth.resendSignUpCode', {
            type: 'sign-up',
            id: row.id,
          }),
        );
      });
      return row.email;
    },
    /** Sends a new code to another address, which replaces the address of the sign-up. */
    correctEmail: async (typed: string, browser: SignUpBrowser): Promise<string> => {
      const row = await signUpOf(browser);
      const email = normaliseEmail(typed);
      const isInstaller = row.role === 'installer';
      const limits = [...signUpLimitsFor(browser.origin.address, isInstaller), codeMailLimit(email)];
      await reserveOrRefuse(attempts, limits, { words: signUpTexts.tooManyMails });
      const proved = isInstaller
        ? await proveOrRefuse({ ...row, email, number: row.certificationNumber }, certification)
        : null;
      const code = mails.newCode(row.id);
      const certificationId = proved?.certificationId ?? null;
      const certificationMatch = proved?.match ?? null;
      await database.transaction(async (tx) => {
        if (!(await updateEmail(tx, row.id, { email, certificationId, certificationMatch, ...code }))) throw isOver();
        await code.send(tx, email);
        await recordAudit(
          tx,
          entryOf(browser.actor?.accountId ?? null, browser.origin, 'auth.correctSignUpEmail', {
            type: 'sign-up',
            id: row.id,
          }),
        );
      });
      return email;
    },
  };
}

const isOver = (): Refusal => new Refusal('gone', signUpTexts.signUpOver);
