import { requestReset } from '@trace/contract/auth/sign-up/auth.reset.api';
import { confirmSignUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannedKeys } from '#testing/authz/authz.matrix';
import { matrix, principals } from '#testing/authz/authz.sign-up.matrix';
import type { NewcomerRow, NewcomerSubject, Principal } from '#testing/authz/authz.sign-up.matrix';
import { openNewcomers } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { rawCall } from '#testing/raw-call';
import type { RawAnswer } from '#testing/raw-call';
import { signUpForm, tokenIn } from '#testing/sign-up';

let newcomers: SignUpAndReset;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());
beforeEach(() => sql`delete from sign_in_attempt`.execute(newcomers.portal.test.database.sql));

const post = (path: string, body: unknown, cookie = ''): Promise<RawAnswer> =>
  rawCall(newcomers.portal, { method: 'POST', path, body, headers: { cookie } });

/** Prepares the state before the call: the browser's cookie, and the code or token that its owner read in a mail. */
async function before({ needs }: NewcomerRow): Promise<NewcomerSubject & { cookie: string }> {
  const email = newcomers.newEmail();
  const subject = { email, code: '', token: '', cookie: '' };
  if (needs === 'signUp') {
    const begun = await post('/api/auth/sign-up', signUpForm(email));
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
    return { ...subject, cookie, code: await newcomers.codeFor(email) };
  }
  if (needs === 'claimLink') return { ...subject, token: await claimLinkFor(email) };
  if (needs !== 'resetLink') return subject;
  const owner = await newcomers.portal.person();
  await newcomers.portal.stranger.call(requestReset, { body: { email: owner.email } });
  return { ...subject, token: tokenIn((await newcomers.mailsTo(owner.email)).at(-1)!.text) };
}

/** A newcomer with this address claims a certification by name; answers the token of the mail to the record's address. */
async function claimLinkFor(email: string): Promise<string> {
  const [onRecord, lastName] = [`record-${email}`, email.replace(/@.*/, '')];
  const given = { number: `CERT-${lastName}`, email: onRecord, fullName: `Ada ${lastName}`, expiresAt: '' };
  await newcomers.portal.app.certification.add(given);
  const newcomer = await newcomers.begun(email, { userType: 'installer', businessName: 'Byron Alarms', lastName });
  await newcomer.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
  return /\/certification-claim#(\S+)/.exec((await newcomers.mailsTo(onRecord)).at(-1)!.text)![1]!;
}

const cookieOf = async (principal: Principal): Promise<string> =>
  principal === 'AN' ? '' : (await newcomers.portal.person({ role: principal })).cookie;

async function written(answer: RawAnswer): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where request_id = ${answer.headers.get('x-request-id')}`.execute(
    newcomers.portal.test.database.sql,
  );
  return rows.map(({ action }) => action);
}

const cells = matrix.flatMap((row) => principals.map((principal) => ({ row, principal, name: row.endpoint.name })));

test.each(cells)(
  '$principal calling $name is allowed and leaves one audit row [GUARD-07]',
  async ({ row, principal }) => {
    const { cookie, ...subject } = await before(row);
    const cookies = [cookie, await cookieOf(principal)].filter(Boolean).join('; ');
    const answer = await post(row.endpoint.path, row.call(subject).body, cookies);
    expect({ status: answer.status, written: await written(answer) }).toEqual({ status: 200, written: [row.audit] });
    const keys = Object.keys(answer.json as object);
    expect(keys.filter((key) => bannedKeys.some((banned) => banned.test(key)))).toEqual([]);
  },
);

test.each(matrix)(
  '$endpoint.name is refused when another site triggers the request in a browser [T67]',
  async (row) => {
    const { cookie, ...subject } = await before(row);
    const headers = { cookie, origin: 'https://evil.example' };
    const { method, path } = row.endpoint;
    const answer = await rawCall(newcomers.portal, { method, path, body: row.call(subject).body, headers });
    expect(answer.status).toBe(403);
  },
);
