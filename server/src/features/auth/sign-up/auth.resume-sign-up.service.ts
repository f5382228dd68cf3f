import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import { verifyPassword, type HashPassword } from '../accounts/auth.passwords.service.ts';
import { findNewestSignUp } from './auth.sign-up.store.ts';

export interface ResumeSignUp {
  /**
   * Looks for a sign-up that waits for its code and has this e-mail (normalised) and password; answers the `Set-Cookie`
   * that lets this browser confirm it, or null. Takes as long for any e-mail (T45).
   */
  find(email: string, password: string): Promise<string | null>;
}

export interface ResumeSignUpOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
  readonly hashPassword: HashPassword;
}

/** Somebody who signed up, lost the page and signs in is led back to the code (AUTH-10), and only they. */
export function createResumeSignUp({ database, clock, cookies, hashPassword }: ResumeSignUpOptions): ResumeSignUp {
  let decoy: Promise<string> | undefined;
  return {
    find: async (email, password) => {
      const newest = await findNewestSignUp(database.sql, email);
      const hash = newest?.passwordHash ?? (await (decoy ??= hashPassword('')));
      const isRight = await verifyPassword({ hash, password });
      return isRight && newest !== undefined ? cookies.signUpMark(newest.id, clock.now()) : null;
    },
  };
}
