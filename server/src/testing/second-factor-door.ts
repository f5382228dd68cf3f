// People with a second factor, through the HTTP door of identity.
import type { Role } from '@trace/contract/kernel/roles';
import { codeAt } from './stand-ins/authenticator-app.ts';
import type { Answer, Browser, Door } from './identity-door.ts';

export const password = 'Correct-horse-7';

export interface Somebody {
  readonly id: string;
  readonly email: string;
}

export interface Protected extends Somebody {
  /** The key in the user's authenticator app. */
  readonly key: string;
  readonly recoveryCodes: string[];
  /** The signed-in browser in which the user turned the second factor on. */
  readonly browser: Browser;
}

let people = 0;

export async function somebody(door: Door, role: Role = 'user'): Promise<Somebody> {
  const email = `careful${++people}@example.com`;
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'Australia/Sydney' };
  return { email, id: await door.auth.port.createAccount({ email, password, role, ...name }) };
}

export const signIn = (browser: Browser, { email }: Somebody, typed = password): Promise<Answer> =>
  browser.call('POST', '/api/auth/sign-in', { email, password: typed });

export const secondStep = (browser: Browser, body: object): Promise<Answer> =>
  browser.call('POST', '/api/auth/sign-in/second-step', body);

/** Creates a user who turned a second factor on half a minute ago. The code for turning the factor on is used up. */
export async function protectedPerson(door: Door, role: Role = 'user'): Promise<Protected> {
  const person = await somebody(door, role);
  const browser = door.browser();
  await signIn(browser, person);
  const setUp = (await browser.call('POST', '/api/auth/second-factor/start')).json as { key: string };
  const confirmed = await browser.call('POST', '/api/auth/second-factor/confirm', {
    code: codeAt(setUp.key, door.clock.now()),
  });
  const { recoveryCodes } = confirmed.json as { recoveryCodes: string[] };
  await door.clock.advance(30_000);
  return { ...person, key: setUp.key, recoveryCodes, browser };
}

/** A browser that has given the right password and was asked for more. */
export async function halfWay(door: Door, person: Somebody, address?: string): Promise<Browser> {
  const browser = door.browser(address);
  await signIn(browser, person);
  return browser;
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  const { json } = await browser.call('GET', '/api/auth/session');
  return (json as { person: object | null }).person !== null;
}

/** Returns code and field of a refusal, with its status. */
export function refusalOf({ status, json }: Answer): { status: number; code?: string; field?: string } {
  const { error } = json as { error?: { code: string; field?: string } };
  return { status, ...(error && { code: error.code, ...(error.field && { field: error.field }) }) };
}

/** The statuses of calls that were made at once, in the order of their numbers. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
