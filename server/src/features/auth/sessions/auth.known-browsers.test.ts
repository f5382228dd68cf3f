// A browser that an account signed in from has a separate count of wrong passwords, until the account forgets the
// browser.
import { changePassword } from '@trace/contract/accounts/accounts.api';
import { signIn } from '@trace/contract/auth/auth.api';
import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { resetLimits } from '@trace/contract/auth/sign-up/auth.reset.rules';
import { signInLimits } from '@trace/contract/auth/auth.rules';
import { endOtherSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { tokenIn } from '#testing/sign-up';

const PASSWORD = 'Harbour-2026-bridge';
const NEW_PASSWORD = 'Lantern-2027-ferry';
const { perAccount } = signInLimits;

let portal: Portal;
let addresses = 0;
beforeAll(async () => {
  portal = await startPortal({ TRUST_PROXY: '1' });
});
afterAll(() => portal.stop());

interface Browser {
  mark: string;
  session: string;
}

/** Sends each call from a different address, so that the limit per address never applies. */
const call = (endpoint: { method: string; path: string }, body: unknown, cookie = '') => {
  addresses += 1;
  const headers = { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}`, cookie };
  return rawCall(portal, { method: endpoint.method, path: endpoint.path, headers, body });
};

const cookieIn = (answer: { headers: Headers }, name: string): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith(`${name}=`))!;

async function signedInBrowser({ email }: SignedIn, password = PASSWORD): Promise<Browser> {
  const answer = await call(signIn, { email, password });
  return { mark: cookieIn(answer, 'trace_device'), session: cookieIn(answer, 'trace_session') };
}

async function wrongSignIns({ email }: SignedIn, count: number, mark = ''): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < count; tries += 1)
    statuses.push((await call(signIn, { email, password: 'Wrong-guess-7' }, mark)).status);
  return statuses;
}

const lockAccount = (person: SignedIn): Promise<number[]> => wrongSignIns(person, perAccount + 1);
const statusOf = async ({ email }: SignedIn, mark: string, password = PASSWORD): Promise<number> =>
  (await call(signIn, { email, password }, mark)).status;

test('a known browser has exactly ten tries, counted separately [AUTH-13] [AUTH-20]', async () => {
  const person = await portal.person();
  const { mark } = await signedInBrowser(person);

  expect(await wrongSignIns(person, perAccount + 2, mark)).toEqual([...Array<number>(perAccount).fill(401), 429, 429]);
});

test('a known browser signs in while strangers or another known browser have used up their tries [AUTH-13]', async () => {
  const person = await portal.person();
  const [own, stolen] = [await signedInBrowser(person), await signedInBrowser(person)];

  await lockAccount(person);
  await wrongSignIns(person, perAccount + 1, stolen.mark);

  expect(await statusOf(person, own.mark)).toBe(200);
  expect(await statusOf(person, stolen.mark)).toBe(429);
});

test.each([
  ['the password is changed', 'change'],
  ['the password is reset', 'reset'],
  ['the other sessions are ended', 'end'],
] as const)('no browser except the acting browser is known after %s [AUTH-13] [AUTH-20]', async (_name, how) => {
  const person = await portal.person();
  const old = await signedInBrowser(person);
  const own = await signedInBrowser(person);

  const { mark, password } = await forgetBrowsers(how, person, own);

  await lockAccount(person);
  expect(await statusOf(person, old.mark, password)).toBe(429);
  expect(await statusOf(person, own.mark, password)).toBe(429);
  expect(await statusOf(person, mark, password)).toBe(200);
});

async function forgetBrowsers(how: 'change' | 'reset' | 'end', { email }: SignedIn, { session }: Browser) {
  if (how === 'end') return { mark: markIn(await call(endOtherSessions, undefined, session)), password: PASSWORD };
  if (how === 'change')
    return { mark: markIn(await call(changePassword, { password: NEW_PASSWORD }, session)), password: NEW_PASSWORD };
  await call(requestReset, { email });
  await portal.app.jobs.runDue();
  const mail = (await portal.app.mail.listRecent(20)).find(({ recipient }) => recipient === email)!;
  const body = { token: tokenIn(mail.text), password: NEW_PASSWORD };
  return { mark: markIn(await call(resetPassword, body)), password: NEW_PASSWORD };
}

const markIn = (answer: { headers: Headers }): string => cookieIn(answer, 'trace_device');

test('a known browser can request as many resets as the limit per email allows, counted separately [AUTH-13]', async () => {
  const person = await portal.person();
  const { mark } = await signedInBrowser(person);
  const { email } = person;

  for (let asked = 0; asked < resetLimits.mailsPerEmail; asked += 1) await call(requestReset, { email });

  expect((await call(requestReset, { email })).status).toBe(429);
  for (let asked = 0; asked < resetLimits.mailsPerEmail; asked += 1)
    expect((await call(requestReset, { email }, mark)).status).toBe(200);
  expect((await call(requestReset, { email }, mark)).status).toBe(429);
});

const mailsTo = async (email: string): Promise<string[]> =>
  (await portal.app.mail.listRecent(50)).filter(({ recipient }) => recipient === email).map(({ text }) => text);

test('a sign-in from a new browser is mailed with its browser and address, a known browser is not mailed [AUTH-20]', async () => {
  const person = await portal.person();
  expect(await mailsTo(person.email)).toEqual([]);

  const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
  const body = { email: person.email, password: PASSWORD };
  const answer = await rawCall(portal, { method: signIn.method, path: signIn.path, headers, body });
  const mark = cookieIn(answer, 'trace_device');

  const [text, ...others] = await mailsTo(person.email);
  expect(text).toMatch(/Firefox on Windows[^]*198\.51\.100\.77[^]*2 Mar 2026, 11:00\sam \(Australia\/Sydney\)/);
  // The page on which the person changes the password.
  expect(text).toContain(`${portal.url}/user/settings\n`);
  expect(others).toEqual([]);
  expect(await statusOf(person, mark)).toBe(200);
  expect(await mailsTo(person.email)).toHaveLength(1);
});

test('a wrong password in a new browser is not mailed, and an hour brings at most five emails [AUTH-20]', async () => {
  const person = await portal.person();
  await wrongSignIns(person, 2);
  expect(await mailsTo(person.email)).toEqual([]);
  for (let count = 0; count < 7; count += 1) await signedInBrowser(person);
  expect(await mailsTo(person.email)).toHaveLength(5);
});

test('the first browser of a new account is not mailed, a browser that the account forgot is [AUTH-20]', async () => {
  const person = await portal.person();
  const own = await signedInBrowser(person);
  const before = (await mailsTo(person.email)).length;
  await call(endOtherSessions, undefined, own.session);
  await statusOf(person, own.mark);
  expect(await mailsTo(person.email)).toHaveLength(before + 1);
});
