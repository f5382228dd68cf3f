import { randomUUID } from 'node:crypto';
import { toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import { isTimeZone } from '@trace/contract/accounts/accounts.rules';
import { UNCONFIRMED_LIVES_MS, type PasswordOwner } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { CertificationMatch, CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { Attempts } from '../auth.attempts.service.ts';
import type { AuthCookies, Cookies } from '../sessions/auth.cookies.service.ts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import type { HashingLimit } from '../accounts/auth.hashing-limit.service.ts';
import { requireGoodPassword } from './auth.new-password.service.ts';
import type { HashPassword } from '../accounts/auth.passwords.service.ts';
import type { SignUpMails } from './auth.sign-up-mail.service.ts';
import { codeMailLimit, signUpLimit, unprovedLimit } from './auth.sign-up-limits.rules.ts';
import { deleteMailedCodesOver, deleteSignUpsBefore, insertSignUp } from './auth.sign-up.store.ts';

/** The browser of a sign-up. */
export interface SignUpBrowser {
  readonly actor: Actor | null;
  readonly cookies: Cookies;
  readonly origin: { readonly requestId: string; readonly address: string };
}

export interface BegunSignUp {
  readonly codeSentTo: string;
  readonly company: string | null;
  /** The cookie that identifies this browser's sign-up. */
  readonly setCookie: string;
}

export type SignUps = ReturnType<typeof createSignUps>;

export interface SignUpsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly cookies: AuthCookies;
  readonly mails: SignUpMails;
  readonly hashing: HashingLimit;
  readonly hashPassword: HashPassword;
  readonly certification: Pick<CertificationPort, 'prove'>;
  readonly companies: Pick<CompaniesPort, 'invitedTo'>;
}

export function createSignUps(options: SignUpsOptions) {
  const {
    database,
    clock,
    attempts,
    cookies: authCookies,
    mails,
    hashing,
    hashPassword,
    certification,
    companies,
  } = options;

  return {
    /**
     * Stores a sign-up and sends the code. Behaves the same whether or not the address has an account (T45). Sends no
     * code when several were sent to the address: these codes then work (AUTH-21).
     */
    begin: async (given: SignUp, { actor, origin }: SignUpBrowser): Promise<BegunSignUp> => {
      const email = normaliseEmail(given.email);
      const phone = phoneOf(given);
      await requireGoodPassword(given.password, ownerOf(given), 'body.password');
      await attempts.reserveOrRefuse([signUpLimit(origin.address)], signUpTexts.tooManySignUps);
      const roleDetails = await roleDetailsOf({ ...given, email }, (applicant) =>
        proveOrRefuse(applicant, origin.address, { attempts, certification }),
      );
      const invitation = given.companyInvite ? await companies.invitedTo(given.companyInvite) : null;
      const passwordHash = await hashing(() => hashPassword(given.password));
      // Counted after the hashing, because a busy server refuses there and sends no code.
      const isCodeMailed = (await attempts.reserve([codeMailLimit(email)])) === null;
      const id = randomUUID();
      const at = clock.now();
      const code = mails.newCode(id);
      await database.transaction(async (tx) => {
        await insertSignUp(tx, {
          id,
          email,
          firstName: given.firstName,
          lastName: given.lastName,
          phone,
          ...roleDetails,
          passwordHash,
          timeZone: isTimeZone(given.timeZone) ? given.timeZone : 'UTC',
          invitationId: invitation?.invitationId ?? null,
          codeFingerprint: code.codeFingerprint,
          codeExpiresAt: code.codeExpiresAt,
          isCodeMailed,
          termsAcceptedAt: at,
          createdAt: at,
        });
        if (isCodeMailed) await code.send(tx, email);
        const subject = { type: 'sign-up', id };
        const details = { role: roleDetails.role, isInvited: invitation !== null };
        await recordAudit(tx, {
          actorId: actor?.accountId ?? null,
          action: 'auth.signUp',
          subject,
          details,
          ...origin,
        });
      });
      return { codeSentTo: email, company: invitation?.name ?? null, setCookie: authCookies.signUpMark(id, at) };
    },
    /** Deletes expired sign-ups that were never confirmed, and codes that have expired. */
    sweep: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - UNCONFIRMED_LIVES_MS);
      await deleteSignUpsBefore(database.sql, before, SWEEP_LIMIT);
      await deleteMailedCodesOver(database.sql, clock.now(), SWEEP_LIMIT);
    },
  };
}

const ownerOf = ({ email, firstName, lastName, businessName }: SignUp): PasswordOwner => ({
  email,
  names: [firstName, lastName, businessName ?? ''],
});

function phoneOf({ phone }: SignUp): string {
  const number = toE164(phone);
  if (number === null) throw new Refusal('invalid_input', signUpTexts.phoneInvalid, { field: 'body.phone.number' });
  return number;
}

interface RoleDetails {
  readonly role: 'user' | 'installer';
  readonly businessName: string | null;
  readonly certificationId: string | null;
  readonly certificationMatch: CertificationMatch | null;
  readonly certificationNumber: string | null;
}

/** An installer has a business name, and a certification that this server has found itself (CERT-06). */
async function roleDetailsOf(
  given: SignUp,
  prove: (applicant: InstallerApplicant) => Promise<{ certificationId: string; match: CertificationMatch }>,
): Promise<RoleDetails> {
  if (given.userType === 'user') {
    const none = { certificationId: null, certificationMatch: null, certificationNumber: null };
    return { role: 'user', businessName: null, ...none };
  }
  const businessName = given.businessName ?? '';
  if (businessName === '') {
    throw new Refusal('invalid_input', signUpTexts.businessNameMissing, { field: 'body.businessName' });
  }
  const number = given.certificationNumber || null;
  const { certificationId, match } = await prove({ ...given, number });
  return { role: 'installer', businessName, certificationId, certificationMatch: match, certificationNumber: number };
}

interface InstallerApplicant {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly number: string | null;
}

/** Returns the applicant's own certification, found by the server itself. Counts per address when none is found. */
export async function proveOrRefuse(
  { email, firstName, lastName, number }: InstallerApplicant,
  address: string,
  { attempts, certification }: { attempts: Attempts; certification: Pick<CertificationPort, 'prove'> },
): Promise<{ certificationId: string; match: CertificationMatch }> {
  const limits = [unprovedLimit(address)];
  await attempts.reserveOrRefuse(limits, signUpTexts.tooManySignUps);
  const proved = await certification.prove({ email, firstName, lastName, number });
  if (proved !== null) {
    await attempts.giveBack(limits);
    return proved;
  }
  throw new Refusal('invalid_input', signUpTexts.certificationRequired, { field: 'body.certificationNumber' });
}
