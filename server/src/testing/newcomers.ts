import { ApiError, type ApiClient } from '@trace/contract/kernel/client';
import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import type { ErrorAnswer } from '@trace/contract/kernel/errors';
import { sql } from 'kysely';
import { startMailServer, type ReceivedMail } from './stand-ins/mail-server.ts';
import { startPortal, type Portal } from './portal.ts';
import { browserOf, codeIn, signUpForm } from './sign-up.ts';

/** The whole server with a real mail server, for users who sign up and read their mails. */
export interface SignUpAndReset {
  readonly portal: Portal;
  newEmail(): string;
  /** Returns a browser at an address of its own, so that limits per address apply to each test separately. */
  browser(address?: string): ApiClient;
  /** Returns the mails to an address once all mails are delivered, newest last. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  /** The code of the newest mail. */
  codeFor(email: string): Promise<string>;
  /** Signs up in a browser; answers the browser. */
  begun(email: string, given?: Partial<SignUp>): Promise<ApiClient>;
  people(email: string): Promise<PersonRow[]>;
  stop(): Promise<void>;
}

export interface PersonRow {
  readonly id: string;
  readonly role: string;
  readonly phone: string;
  readonly businessName: string | null;
  readonly emailVerified: boolean;
  readonly termsAcceptedAt: Date;
  readonly timeZone: string;
}

export async function openNewcomers(): Promise<SignUpAndReset> {
  const inbox = await startMailServer();
  const portal = await startPortal({ SMTP_URL: inbox.url, TRUST_PROXY: '1' });
  let emails = 0;
  let addresses = 0;

  const browser = (address?: string): ApiClient => {
    addresses += 1;
    const own = `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
    return browserOf(portal, { 'x-forwarded-for': address ?? own });
  };

  const mailsTo = async (email: string): Promise<ReceivedMail[]> => {
    // The first round may write mails that the second round delivers.
    await portal.app.jobs.runDue();
    await portal.app.jobs.runDue();
    return inbox.to(email);
  };

  return {
    portal,
    newEmail: () => `newcomer-${++emails}@example.com`,
    browser,
    mailsTo,
    codeFor: async (email) => {
      const code = codeIn((await mailsTo(email)).at(-1)?.text ?? '');
      if (code === null) throw new Error(`no code reached ${email}`);
      return code;
    },
    begun: async (email, given) => {
      const api = browser();
      await api.call(signUp, { body: signUpForm(email, given) });
      return api;
    },
    people: async (email) => {
      const { rows } = await sql<PersonRow>`select * from person where email = ${email}`.execute(
        portal.test.database.sql,
      );
      return rows;
    },
    stop: async () => {
      await portal.stop();
      await inbox.stop();
    },
  };
}

/** Returns the refusal of a call, or null when the call succeeds. */
export async function refusalOf(work: Promise<unknown>): Promise<ErrorAnswer['error'] | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.refusal;
    throw error;
  }
}
