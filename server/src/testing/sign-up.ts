import { createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import { confirmSignUp, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { signInAs, type Portal, type SignedIn } from './portal.ts';

export const SIGN_UP_PASSWORD = 'Harbour-2026-bridge';

/** Returns a form that is valid as is. */
export function signUpForm(email: string, given: Partial<SignUp> = {}): SignUp {
  return {
    userType: 'user',
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phone: { country: 'AU', number: '0491 570 156' },
    password: SIGN_UP_PASSWORD,
    acceptsTerms: true,
    timeZone: 'Australia/Sydney',
    ...given,
  };
}

/** Returns a client that keeps its cookies, as a browser does. */
export function browserOf(portal: Portal, headers: Record<string, string> = {}): ApiClient {
  const cookies = new Map<string, string>();
  const keep: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  const sent = () => ({ ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  return createApiClient({ baseUrl: portal.url, fetch: keep, headers: sent });
}

/**
 * Returns the code of the newest mail to an address, as its reader sees the code. Returns null when the mail has no
 * code.
 */
async function codeSentTo(portal: Portal, email: string): Promise<string | null> {
  const mails = await portal.app.mail.listRecent(200);
  const newest = mails.find(({ recipient }) => recipient === email);
  return newest === undefined ? null : codeIn(newest.text);
}

export const codeIn = (text: string): string | null => /^\s*(\d{4} \d{4})\s*$/m.exec(text)?.[1] ?? null;

/** Signs a user up over HTTP, confirms with the code of the mail and signs in. */
export async function signUpByMail(portal: Portal, email: string, given: Partial<SignUp> = {}): Promise<SignedIn> {
  const browser = browserOf(portal);
  await browser.call(signUp, { body: signUpForm(email, given) });
  const code = await codeSentTo(portal, email);
  if (code === null) throw new Error(`no code was sent to ${email}`);
  await browser.call(confirmSignUp, { body: { code } });
  const account = await portal.app.people.findAccountByEmail(email);
  if (account === null) throw new Error(`${email} has no account`);
  return { id: account.id, email, ...(await signInAs(portal.url, email, given.password ?? SIGN_UP_PASSWORD)) };
}

/** The token of the link in a reset's mail. */
export function tokenIn(text: string): string {
  const token = /\/reset-password#([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('the mail holds no link');
  return token;
}
