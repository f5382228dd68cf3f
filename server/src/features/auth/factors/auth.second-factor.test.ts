import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondFactorMails } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { codeAt } from '#testing/stand-ins/authenticator-app';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Door } from '#testing/identity-door';
import {
  halfWay,
  isSignedIn,
  password,
  protectedPerson,
  refusalOf,
  secondStep,
  signIn,
  somebody,
  statusesOf,
} from '#testing/second-factor-door';

let door: Door;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

const now = (): Date => door.clock.now();
const rows = async (query: ReturnType<typeof sql>): Promise<unknown[]> =>
  (await query.execute(door.test.database.sql)).rows;
const auditOf = (id: string) => rows(sql`select action from audit_log where actor_id = ${id} order by id`);
const mailsTo = async (email: string): Promise<string[]> =>
  (await door.mail.listRecent(100)).filter((mail) => mail.recipient === email).map(({ subject }) => subject);

describe('turning on the second factor', () => {
  test('the second factor is on only after a code, and ten recovery codes are then shown once [AUTH-15]', async () => {
    const person = await somebody(door);
    const browser = door.browser();
    await signIn(browser, person);
    const { key, uri } = (await browser.call('POST', '/api/auth/second-factor/start')).json as Record<string, string>;
    expect(uri).toContain(`secret=${key}`);
    expect(await signIn(door.browser(), person)).toMatchObject({ json: { person: { id: person.id } } });

    const wrong = await browser.call('POST', '/api/auth/second-factor/confirm', { code: '000000' });
    expect(refusalOf(wrong)).toEqual({ status: 401, code: 'wrong_credentials', field: 'body.code' });
    const confirmed = await browser.call('POST', '/api/auth/second-factor/confirm', { code: codeAt(key!, now()) });
    const { recoveryCodes } = confirmed.json as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    const state = (await browser.call('GET', '/api/auth/second-factor')).json;
    expect(state).toEqual({ isOn: true, recoveryCodesLeft: 10, isRequired: false, removal: null });
    expect(await auditOf(person.id)).toEqual([
      { action: 'auth.startSecondFactor' },
      { action: 'auth.confirmSecondFactor' },
    ]);
    const signedInTwice = 'New sign-in to your Trace account';
    expect((await mailsTo(person.email)).sort()).toEqual([signedInTwice, 'Two-step sign-in is on']);
    expect(refusalOf(await browser.call('POST', '/api/auth/second-factor/start'))).toMatchObject({ code: 'conflict' });
  });

  test('the database contains neither the key nor a recovery code in readable form [AUTH-15]', async () => {
    const { id, key, recoveryCodes } = await protectedPerson(door);
    const [stored] = await rows(sql`
      select f::text || (select string_agg(c::text || encode(c.fingerprint, 'escape'), ' ') from recovery_code c
        where c.person_id = f.person_id) as text from second_factor f where f.person_id = ${id}`);
    const { text } = stored as { text: string };
    expect(text.length).toBeGreaterThan(100);
    for (const hidden of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(text).not.toContain(hidden);
    }
  });

  test('an unconfirmed key expires after 15 minutes [AUTH-15]', async () => {
    const browser = door.browser();
    await signIn(browser, await somebody(door));
    const { key } = (await browser.call('POST', '/api/auth/second-factor/start')).json as { key: string };
    await door.clock.advance(15 * MINUTE_MS + 1_000);
    await browser.call('POST', '/api/auth/prove', { password });
    const late = await browser.call('POST', '/api/auth/second-factor/confirm', { code: codeAt(key, now()) });
    expect(refusalOf(late)).toEqual({ status: 410, code: 'gone' });
  });

  test.each([{}, { code: '' }, { code: '12345' }, { code: '1234567' }, { code: '１２３４５６' }, { code: 123_456 }])(
    'refuses %o as a code [AUTH-15]',
    async (body) => {
      const { browser } = await protectedPerson(door);
      expect(refusalOf(await browser.call('POST', '/api/auth/second-factor/confirm', body)).code).toBe('invalid_input');
      expect(refusalOf(await secondStep(door.browser(), body)).code).toBe('invalid_input');
    },
  );
});

describe('the second step', () => {
  test('a right password opens no session until the code of the app is entered [AUTH-15]', async () => {
    const person = await protectedPerson(door);
    const browser = door.browser('198.51.100.30');
    const asked = await signIn(browser, person);
    expect(asked.json).toEqual({ secondFactor: { step: 'code', removal: null } });
    expect(browser.cookies.has('trace_session')).toBe(false);
    const [{ count }] = (await rows(sql`
      select count(*)::int from session where person_id = ${person.id} and address = '198.51.100.30'`)) as [
      { count: number },
    ];
    expect(count).toBe(0);
    expect(await isSignedIn(browser)).toBe(false);

    const answer = await secondStep(browser, { code: codeAt(person.key, now()) });
    expect(answer.json).toMatchObject({ person: { id: person.id }, recoveryCodes: null });
    expect(await isSignedIn(browser)).toBe(true);
    const logged = await rows(sql`
      select action from user_activity_logs where account_id = ${person.id} and ip_address = '198.51.100.30'`);
    expect(logged).toEqual([{ action: 'login' }]);
    expect(browser.cookies.has('trace_step')).toBe(false);
  });

  test('a code opens one session, even when two browsers send the code at once [AUTH-15]', async () => {
    const person = await protectedPerson(door);
    const browsers = await Promise.all([1, 2, 3].map(() => halfWay(door, person)));
    const code = codeAt(person.key, now());
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, { code })));
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
    await door.clock.advance(30_000);
    const again = await secondStep(await halfWay(door, person), { code });
    expect(refusalOf(again)).toEqual({ status: 401, code: 'wrong_credentials', field: 'body.code' });
  });

  test('the fifth wrong code within a day is mailed once, because the password is known [AUTH-15]', async () => {
    const person = await protectedPerson(door);
    const mails = async () =>
      (await mailsTo(person.email)).filter((subject) => subject === secondFactorMails.wrongCodes.subject);
    const browser = await halfWay(door, person);
    const fail = () => secondStep(browser, { recoveryCode: 'AAAAA-AAAAA' });
    for (let count = 0; count < 4; count += 1) expect((await fail()).status).toBe(401);
    expect(await mails()).toEqual([]);
    for (let count = 0; count < 3; count += 1) expect((await fail()).status).toBe(401);
    expect(await mails()).toHaveLength(1);
  });

  test('a recovery code opens one session, in any spelling, also when concurrent, and notifies the user by email [AUTH-18]', async () => {
    const person = await protectedPerson(door);
    const [first = '', second = ''] = person.recoveryCodes;
    const browsers = await Promise.all([1, 2, 3].map(() => halfWay(door, person)));
    const spellings = [first, first.toLowerCase(), ` ${first.replace('-', ' ')} `];
    const answers = await Promise.all(
      browsers.map((browser, index) => secondStep(browser, { recoveryCode: spellings[index] })),
    );
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
    const again = await secondStep(await halfWay(door, person), { recoveryCode: first });
    expect(refusalOf(again)).toEqual({ status: 401, code: 'wrong_credentials', field: 'body.recoveryCode' });
    expect((await secondStep(await halfWay(door, person), { recoveryCode: second })).status).toBe(200);
    const state = (await person.browser.call('GET', '/api/auth/second-factor')).json;
    expect(state).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await mailsTo(person.email)).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
  });

  test('a second step works once, in one browser, for five minutes, and a code needs a second step [AUTH-15]', async () => {
    const person = await protectedPerson(door);
    const slow = await halfWay(door, person);
    const quick = await halfWay(door, person);
    const kept = quick.cookies.get('trace_step')!;
    expect((await secondStep(quick, { code: codeAt(person.key, now()) })).status).toBe(200);
    const copy = door.browser();
    copy.cookies.set('trace_step', kept);
    expect(refusalOf(await secondStep(copy, { recoveryCode: person.recoveryCodes[0] })).code).toBe('gone');

    await door.clock.advance(5 * MINUTE_MS);
    for (const browser of [slow, door.browser()]) {
      const answer = await secondStep(browser, { code: codeAt(person.key, now()) });
      expect(refusalOf(answer)).toEqual({ status: 410, code: 'gone' });
    }
  });

  test('refuses the recovery code of another user [AUTH-15]', async () => {
    const [person, other] = [await protectedPerson(door), await protectedPerson(door)];
    const answer = await secondStep(await halfWay(door, person), { recoveryCode: other.recoveryCodes[0] });
    expect(answer.status).toBe(401);
  });

  test('ten wrong codes lock out strangers, but not the browser of the owner [AUTH-13]', async () => {
    const person = await protectedPerson(door);
    const strangers = await Promise.all([1, 2].map((index) => halfWay(door, person, `198.51.100.${index}`)));
    const tries = Array.from({ length: 11 }, (_, index) => strangers[index % 2]!);
    const answers = await Promise.all(tries.map((browser) => secondStep(browser, { code: '000000' })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    await signIn(person.browser, person);
    expect((await secondStep(person.browser, { code: codeAt(person.key, now()) })).status).toBe(200);
    const reasons = (await rows(sql`
      select details->>'reason' as reason from user_activity_logs
      where account_id = ${person.id} and action = 'failed_login'`)) as { reason: string }[];
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual([
      'too_many_requests',
      ...Array.from({ length: 10 }, () => 'wrong_second_factor'),
    ]);
  });

  test('ever new known browsers, as each reset makes one, guess thirty codes together [AUTH-13]', async () => {
    const person = await protectedPerson(door);
    const answers: Answer[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const browser = door.browser(`198.51.100.${150 + nth}`);
      const mark = /^trace_device=([^;]+)/.exec(await door.auth.port.markBrowser(person.id));
      browser.cookies.set('trace_device', mark![1]!);
      await signIn(browser, person);
      for (let guess = 0; guess < 10; guess += 1) answers.push(await secondStep(browser, { code: '000000' }));
    }
    const refused = Array.from({ length: 10 }, () => 429);
    expect(statusesOf(answers)).toEqual([...Array.from({ length: 30 }, () => 401), ...refused]);
  });

  test('a successful sign-in with a second step does not count as an attempt [AUTH-13]', async () => {
    const person = await protectedPerson(door);
    for (let turn = 0; turn < 12; turn++) {
      await door.clock.advance(30_000);
      const browser = await halfWay(door, person, '198.51.100.77');
      expect((await secondStep(browser, { code: codeAt(person.key, now()) })).status).toBe(200);
    }
    const left = await rows(sql`select tries from sign_in_attempt where key = 'address 198.51.100.77'`);
    expect(left).toEqual([{ tries: 0 }]);
  });
});

describe('turning off the second factor and renewing codes', () => {
  test('both need a recent re-authentication, with a code if two-step sign-in is on [AUTH-17]', async () => {
    const person = await protectedPerson(door);
    const { browser } = person;
    await door.clock.advance(11 * MINUTE_MS);
    const renew = () => browser.call('POST', '/api/auth/second-factor/recovery-codes');
    expect(refusalOf(await renew())).toEqual({ status: 403, code: 'proof_required' });
    expect(refusalOf(await browser.call('DELETE', '/api/auth/second-factor'))).toEqual({
      status: 403,
      code: 'proof_required',
    });
    const half = await browser.call('POST', '/api/auth/prove', { password });
    expect(refusalOf(half)).toEqual({ status: 401, code: 'wrong_credentials', field: 'body.code' });
    expect((await renew()).status).toBe(403);

    const code = codeAt(person.key, now());
    expect((await browser.call('POST', '/api/auth/prove', { password, code })).status).toBe(200);
    const fresh = (await renew()).json as { recoveryCodes: string[] };
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect(await mailsTo(person.email)).toContain(secondFactorMails.recoveryCodesRenewed.subject);
    const old = await secondStep(await halfWay(door, person), { recoveryCode: person.recoveryCodes[0] });
    expect(old.status).toBe(401);
    expect((await browser.call('DELETE', '/api/auth/second-factor')).json).toEqual({ isOn: false });
    expect((await signIn(door.browser(), person)).json).toMatchObject({ person: { id: person.id } });
    expect(refusalOf(await renew()).code).toBe('conflict');
    expect(await mailsTo(person.email)).toContain('Two-step sign-in is off');
  });

  test('concurrent renewals leave a single set of ten codes [AUTH-15]', async () => {
    const { browser } = await protectedPerson(door);
    const renew = () => browser.call('POST', '/api/auth/second-factor/recovery-codes');
    const answers = await Promise.all([renew(), renew(), renew()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await browser.call('GET', '/api/auth/second-factor')).json).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('required second factor for staff', () => {
  test('staff set up a second factor at sign-in, are signed in by its code, and cannot turn the factor off [AUTH-15]', async () => {
    const strict = await openIdentityDoor({
      shared: door.test,
      clock: door.clock,
      isStaffSecondFactorRequired: true,
    });
    try {
      const staff = await somebody(strict, 'staff');
      const browser = strict.browser();
      const asked = (await signIn(browser, staff)).json as { secondFactor: { step: string; setUp: { key: string } } };
      expect(asked.secondFactor.step).toBe('set_up');
      expect(await isSignedIn(browser)).toBe(false);
      expect((await secondStep(browser, { code: '000000' })).status).toBe(401);
      const code = codeAt(asked.secondFactor.setUp.key, now());
      const answer = await secondStep(browser, { code });
      expect(answer.json).toMatchObject({ person: { id: staff.id }, recoveryCodes: expect.any(Array) });
      expect(refusalOf(await browser.call('DELETE', '/api/auth/second-factor')).code).toBe('conflict');
      expect((await signIn(strict.browser(), staff)).json).toMatchObject({ secondFactor: { step: 'code' } });
      const user = await somebody(strict);
      expect((await signIn(strict.browser(), user)).json).toMatchObject({ person: { id: user.id } });
    } finally {
      await strict.stop();
    }
  });
});
