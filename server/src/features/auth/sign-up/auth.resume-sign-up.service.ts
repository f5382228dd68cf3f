import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import { verifyPassword, type HashPassword } from '../accounts/auth.passwords.service.ts';
import { findNewestSignUp } from './auth.sign-up.store.ts';

export type ResumeSignUp = ReturnType<typeof createResumeSignUp>;

export interface ResumeSignUpOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
  readonly hashPassword: HashPassword;
}

/** Leads a user who signed up, lost the page and then signs in back to the code (AUTH-10). No other user gets there. */
export function createResumeSignUp({ database, clock, cookies, hashPassword }: ResumeSignUpOptions) {
  let decoy: Promise<string> | undefined;
  return {
    /**
     * Finds an unconfirmed sign-up with this email (normalised) and password. Returns the `Set-Cookie` with which this
     * browser can confirm the sign-up, or null. Takes equally long for any email (T45).
     */
    find: async (email: string, password: string): Promise<string | null> => {
      const newest = await findNewestSignUp(database.sql, email);
      const hash = newest?.passwordHash ?? (await (decoy ??= hashPassword('')));
      const isRight = await verifyPassword({ hash, password });
      return isRight && newest !== undefined ? cookies.signUpMark(newest.id, clock.now()) : null;
    },
  };
}
