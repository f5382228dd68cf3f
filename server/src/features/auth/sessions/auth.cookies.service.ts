import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { cookieRules } from '@trace/contract/privacy/privacy.cookies.rules';

export type Cookies = Readonly<Record<string, string | undefined>>;

export type AuthCookies = ReturnType<typeof createAuthCookies>;

/** The cookies of a browser, all HttpOnly, SameSite=Lax, for this host alone. `isSecure`: we are reached by https. */
export function createAuthCookies({ secret, isSecure }: { secret: string; isSecure: boolean }) {
  // Browsers take a __Host- cookie only with Secure, and then from no subdomain.
  const prefix = isSecure ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sessionName = `${prefix}${cookieRules.session.name}`;
  const deviceName = `${prefix}${cookieRules.browser.name}`;
  const stepName = `${prefix}${cookieRules.secondStep.name}`;
  const signUpName = `${prefix}${cookieRules.signUp.name}`;

  const unsigned = (value: string | undefined, purpose: string): string | null => {
    const dot = value?.lastIndexOf('.') ?? -1;
    if (value === undefined || dot < 1) return null;
    const content = value.slice(0, dot);
    return isSame(value.slice(dot + 1), sign(secret, purpose + content)) ? content : null;
  };

  return {
    sessionName,
    /**
     * Returns the session token if the signature is valid. Returns null for a missing token, a forged token or a token of
     * another key.
     */
    sessionTokenIn: (cookies: Cookies): string | null => unsigned(cookies[sessionName], ''),
    /** A `Set-Cookie` with the token of a session that has begun. */
    session: (token: string): string => {
      const value = encodeURIComponent(`${token}.${sign(secret, token)}`);
      return `${sessionName}=${value}; Max-Age=${cookieRules.session.keptMs / 1_000}; ${attributes}`;
    },
    /** Returns the token of a sign-in that awaits the second step. The database stores only the hash of the token. */
    stepTokenIn: (cookies: Cookies): string | null => cookies[stepName] ?? null,
    /** Returns a `Set-Cookie` with such a token. Without a token, the cookie is removed. */
    step: (token?: string): string =>
      token === undefined
        ? `${stepName}=; Max-Age=0; ${attributes}`
        : `${stepName}=${token}; Max-Age=${cookieRules.secondStep.keptMs / 1_000}; ${attributes}`,
    /** A `Set-Cookie` that removes the session cookie. */
    clearedSession: (): string => `${sessionName}=; Max-Age=0; ${attributes}`,
    /** Returns a `Set-Cookie` that marks this browser as known to the account, with a new id. */
    browserMark: ({ accountId, generation }: { accountId: string; generation: number }, now: Date): string => {
      const content = `${accountId}.${now.getTime() + cookieRules.browser.keptMs}.${generation}.${randomUUID()}`;
      const value = encodeURIComponent(`${content}.${sign(secret, `device ${content}`)}`);
      return `${deviceName}=${value}; Max-Age=${cookieRules.browser.keptMs / 1_000}; ${attributes}`;
    },
    /**
     * Returns the mark of this browser for the account. Returns null for a missing, forged or expired mark, or a mark for
     * another account.
     */
    browserIn: (cookies: Cookies, accountId: string, now: Date): { id: string; generation: number } | null => {
      const [markedFor, endsAtMs, generation, id] = unsigned(cookies[deviceName], 'device ')?.split('.') ?? [];
      // Marks of earlier versions have no id and are no longer valid.
      if (id === undefined || markedFor !== accountId || Number(endsAtMs) <= now.getTime()) return null;
      return { id, generation: Number(generation) };
    },
    /** Returns a `Set-Cookie` that identifies this browser's sign-up until the confirmation. */
    signUpMark: (signUpId: string, now: Date): string => {
      const content = `${signUpId}.${now.getTime() + cookieRules.signUp.keptMs}`;
      const value = encodeURIComponent(`${content}.${sign(secret, `sign-up ${content}`)}`);
      return `${signUpName}=${value}; Max-Age=${cookieRules.signUp.keptMs / 1_000}; ${attributes}`;
    },
    /** Returns the sign-up of this browser. Returns null for a missing, forged or expired mark. */
    signUpIn: (cookies: Cookies, now: Date): string | null => {
      const [signUpId = '', endsAtMs] = unsigned(cookies[signUpName], 'sign-up ')?.split('.') ?? [];
      return Number(endsAtMs) > now.getTime() ? signUpId : null;
    },
    clearedSignUp: (): string => `${signUpName}=; Max-Age=0; ${attributes}`,
  };
}

/**
 * Signs in the identity library's format, HMAC-SHA256 in base64, so that the library's signatures can be verified here
 * without the library.
 */
const sign = (secret: string, content: string): string => createHmac('sha256', secret).update(content).digest('base64');

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
