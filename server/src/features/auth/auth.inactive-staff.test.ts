// Each way in, for staff who were deactivated.
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { openIdentityDoor, type Answer, type Door } from '#testing/identity-door';
import {
  halfWay,
  isSignedIn,
  password,
  protectedPerson,
  refusalOf,
  secondStep,
  somebody,
} from '#testing/second-factor-door';
import type { Somebody } from '#testing/second-factor-door';
import { softwarePasskey } from '#testing/stand-ins/software-passkey';
import { tokenIn } from '#testing/sign-up';

let door: Door;
beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

const deactivate = ({ id }: Somebody): Promise<void> =>
  door.test.database.transaction(async (tx) => {
    await sql`update support_staff set is_active = false where account_id = ${id}`.execute(tx);
    await door.auth.port.endAccess(tx, id, 'deactivated');
  });

const signInAt = ({ email }: Somebody, at: 'portal' | 'support'): Promise<Answer> =>
  door.browser().call('POST', '/api/auth/sign-in', { email, password, door: at });

const denied = { status: 403, code: 'forbidden' };
const wrong = { status: 401, code: 'wrong_credentials' };

test('refuses inactive staff with the right password in the words for non-staff [SUPL-02] [T27]', async () => {
  const staff = await somebody(door, 'staff');
  await deactivate(staff);
  const refused = await signInAt(staff, 'support');
  expect(refusalOf(refused)).toEqual(denied);
  expect(refused.json).toMatchObject({ error: { message: supportStaffTexts.denied } });
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(refusalOf(await signInAt(staff, 'portal'))).toEqual(wrong);
});

test('refuses inactive staff at the second step [SUPL-02]', async () => {
  const staff = await protectedPerson(door, 'staff');
  const browser = await halfWay(door, staff);
  await deactivate(staff);
  expect((await secondStep(browser, { recoveryCode: staff.recoveryCodes[0] })).status).toBe(410);
  expect(refusalOf(await signInAt(staff, 'support'))).toEqual(denied);
  expect(await isSignedIn(browser)).toBe(false);
});

test('refuses the passkey of inactive staff [SUPL-02]', async () => {
  const [staff, browser] = [await somebody(door, 'staff'), door.browser()];
  await browser.call('POST', '/api/auth/sign-in', { email: staff.email, password });
  const key = softwarePasskey(door.url.replace('127.0.0.1', 'localhost'));
  const asked = (await browser.call('POST', '/api/auth/passkeys/options')).json as { options: { challenge: string } };
  const added = { name: 'Key', answer: key.create(asked.options) };
  expect((await browser.call('POST', '/api/auth/passkeys', added)).status).toBe(200);
  const signIn = async (at: 'portal' | 'support'): Promise<Answer> => {
    const other = door.browser();
    const { options } = (await other.call('POST', '/api/auth/passkeys/sign-in/options')).json as {
      options: { challenge: string };
    };
    return other.call('POST', '/api/auth/passkeys/sign-in', { answer: key.get(options), door: at });
  };
  expect((await signIn('support')).status).toBe(200);
  await deactivate(staff);
  expect(refusalOf(await signIn('support'))).toEqual(denied);
  expect(refusalOf(await signIn('portal'))).toEqual(wrong);
});

test('sends inactive staff no reset link, and an older link no longer works [SUPL-02]', async () => {
  const staff = await somebody(door, 'staff');
  const words = (link: string) => ({ subject: 'Link', text: link });
  const link = { accountId: staff.id, email: staff.email, livesMs: 60_000, words };
  await deactivate(staff);
  await door.test.database.transaction((tx) => door.auth.port.sendPasswordLink(tx, link));
  const mails = async () => (await door.mail.listRecent(20)).filter(({ recipient }) => recipient === staff.email);
  const token = tokenIn((await mails())[0]!.text);
  const used = await door.browser().call('POST', '/api/auth/reset/password', { token, password: 'Lantern-2027-ferry' });
  expect(used.status).toBe(410);
  expect((await door.browser().call('POST', '/api/auth/reset', { email: staff.email })).status).toBe(200);
  expect(await mails()).toHaveLength(1);
});

test('a sign-in at the same instant as the deactivation leaves no session [SUPL-02] [T27]', async () => {
  const staff = await somebody(door, 'staff');
  const { database } = door.test;
  let signingIn: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    await sql`update support_staff set is_active = false where account_id = ${staff.id}`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    signingIn = signInAt(staff, 'support');
    // The sign-in has found an active account and waits to store its session.
    const waiting = async (): Promise<number> =>
      (await sql`select from pg_stat_activity where ${rows[0]!.pid} = any(pg_blocking_pids(pid))`.execute(database.sql))
        .rows.length;
    await eventually(waiting, (count) => count === 1);
    await door.auth.port.endAccess(tx, staff.id, 'deactivated');
  });
  expect((await signingIn!).status).toBeGreaterThanOrEqual(401);
  expect((await signingIn!).status).toBeLessThan(500);
  const { rows } = await sql`select from session where person_id = ${staff.id}`.execute(database.sql);
  expect(rows).toEqual([]);
});
