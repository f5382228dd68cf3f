import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sessionLimits } from '@trace/contract/auth/auth.rules';
import { secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { UNCONFIRMED_LIVES_MS } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { DAY_MS } from '@trace/contract/kernel/time';

/** How long a browser that once signed somebody in is remembered as theirs (AUTH-13). */
const DEVICE_MEMORY_MS = 365 * DAY_MS;

export type Cookies = Readonly<Record<string, string | undefined>>;

export interface AuthCookies {
  readonly sessionName: string;
  /** The session token, when its signature is ours; null for none, a forged one or one of another key. */
  sessionTokenIn(cookies: Cookies): string | null;
  /** A `Set-Cookie` with the token of a session that has begun. */
  session(token: string): string;
  /** A `Set-Cookie` that removes the session cookie. */
  clearedSession(): string;
  /** The token of a sign-in whose second step is still to come; it is in the database by its hash alone. */
  stepTokenIn(cookies: Cookies): string | null;
  /** A `Set-Cookie` with such a token; without one, the cookie is removed. */
  step(token?: string): string;
  /** A `Set-Cookie` that marks this browser as one that the account signed in from, with an id of its own. */
  browserMark(account: { accountId: string; generation: number }, now: Date): string;
  /** The mark of this browser for the account; null for none, a forged or expired one, or one of another account. */
  browserIn(cookies: Cookies, accountId: string, now: Date): { id: string; generation: number } | null;
  /** A `Set-Cookie` that knows this browser's sign-up again, until it is confirmed. */
  signUpMark(signUpId: string, now: Date): string;
  /** The sign-up of this browser; null for none, a forged one or one that is over. */
  signUpIn(cookies: Cookies, now: Date): string | null;
  clearedSignUp(): string;
}

/** The cookies of a browser, all HttpOnly, SameSite=Lax, for this host alone. `isSecure`: we are reached by https. */
export function createAuthCookies({ secret, isSecure }: { secret: string; isSecure: boolean }): AuthCookies {
  // Browsers take a __Host- cookie only with Secure, and then from no subdomain.
  const prefix = isSecure ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sessionName = `${prefix}trace_session`;
  const deviceName = `${prefix}trace_device`;
  const stepName = `${prefix}trace_step`;
  const signUpName = `${prefix}trace_sign_up`;

  const unsigned = (value: string | undefined, purpose: string): string | null => {
    const dot = value?.lastIndexOf('.') ?? -1;
    if (value === undefined || dot < 1) return null;
    const content = value.slice(0, dot);
    return isSame(value.slice(dot + 1), sign(secret, purpose + content)) ? content : null;
  };

  return {
    sessionName,
    sessionTokenIn: (cookies) => unsigned(cookies[sessionName], ''),
    session: (token) => {
      const value = encodeURIComponent(`${token}.${sign(secret, token)}`);
      return `${sessionName}=${value}; Max-Age=${sessionLimits.absoluteMs / 1_000}; ${attributes}`;
    },
    stepTokenIn: (cookies) => cookies[stepName] ?? null,
    step: (token) =>
      token === undefined
        ? `${stepName}=; Max-Age=0; ${attributes}`
        : `${stepName}=${token}; Max-Age=${secondFactorLimits.stepMs / 1_000}; ${attributes}`,
    clearedSession: () => `${sessionName}=; Max-Age=0; ${attributes}`,
    browserMark: ({ accountId, generation }, now) => {
      const content = `${accountId}.${now.getTime() + DEVICE_MEMORY_MS}.${generation}.${randomUUID()}`;
      const value = encodeURIComponent(`${content}.${sign(secret, `device ${content}`)}`);
      return `${deviceName}=${value}; Max-Age=${DEVICE_MEMORY_MS / 1_000}; ${attributes}`;
    },
    browserIn: (cookies, accountId, now) => {
      const [markedFor, endsAtMs, generation, id] = unsigned(cookies[deviceName], 'device ')?.split('.') ?? [];
      // Marks of earlier versions have no id, and end with this one.
      if (id === undefined || markedFor !== accountId || Number(endsAtMs) <= now.getTime()) return null;
      return { id, generation: Number(generation) };
    },
    signUpMark: (signUpId, now) => {
      const content = `${signUpId}.${now.getTime() + UNCONFIRMED_LIVES_MS}`;
      const value = encodeURIComponent(`${content}.${sign(secret, `sign-up ${content}`)}`);
      return `${signUpName}=${value}; Max-Age=${UNCONFIRMED_LIVES_MS / 1_000}; ${attributes}`;
    },
    signUpIn: (cookies, now) => {
      const [signUpId = '', endsAtMs] = unsigned(cookies[signUpName], 'sign-up ')?.split('.') ?? [];
      return Number(endsAtMs) > now.getTime() ? signUpId : null;
    },
    clearedSignUp: () => `${signUpName}=; Max-Age=0; ${attributes}`,
  };
}

/** The identity library's own form: HMAC-SHA256 in base64, so that what it signs is verified here without it. */
const sign = (secret: string, content: string): string => createHmac('sha256', secret).update(content).digest('base64');

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
