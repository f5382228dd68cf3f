import { randomBytes } from 'node:crypto';
import { getTraining, type checkCertification } from '@trace/contract/certification/certification.api';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { openIdentityDoor, type Answer, type Door } from '#testing/identity-door';
import { createJobs } from '#platform/jobs/jobs';
import { createMail } from '#platform/mail/mail';
import { createSecrets } from '#platform/secrets/secrets';
import { deleteChecksOver } from './certification.store.ts';
import { createCertificationFeature, type CertificationFeature } from './certification.feature.ts';

let door: Door;
let certification: CertificationFeature;
let addresses = 0;

beforeAll(async () => {
  door = await openIdentityDoor({
    routes: (_auth, { database }, clock, directory) => {
      const log = createLog({ level: 'silent' });
      const secrets = createSecrets(randomBytes(32));
      const jobs = createJobs({ database, clock, log });
      const { firstNamesOf } = directory;
      const portalUrl = (): string => door.url;
      const from = 'Trace <no-reply@localhost>';
      certification = createCertificationFeature({
        database,
        clock,
        jobs,
        mail: createMail({ database, jobs, from, portalUrl, firstNamesOf, secrets, clock, log }),
        people: directory,
        trainingUrl: 'https://training.example.com/installers',
        portalUrl,
      });
      return certification.routes;
    },
  });
});
afterAll(() => door.stop());
beforeEach(() => sql`delete from certification`.execute(door.test.database.sql));

const newAddress = (): string => `198.51.100.${++addresses}`;
const noah = { firstName: 'Noah', lastName: 'Tan', email: 'noah@sparkfit.example' };
const check = (body: unknown, address = newAddress()): Promise<Answer> =>
  door.browser(address).call('POST', '/api/certification/check', body);
const verified = async (change: Partial<BodyOf<typeof checkCertification>> = {}): Promise<unknown> =>
  (await check({ ...noah, ...change })).json;
const add = (number: string, change: { email?: string; fullName?: string; expiresAt?: string } = {}) =>
  certification.records.add({ number, email: noah.email, fullName: 'Noah Tan', expiresAt: '', ...change });

let people = 0;
async function installer(): Promise<string> {
  const email = `installer${++people}@example.com`;
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'UTC' };
  return door.auth.port.createAccount({ email, password: 'Correct-horse-7', role: 'installer', ...name });
}
async function idOf(number: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from certification where number = ${number}`.execute(
    door.test.database.sql,
  );
  return rows[0]!.id;
}
/** Binds the certification to an account with the address on record. */
const bind = async (number: string, personId: string): Promise<boolean> => {
  const id = await idOf(number);
  const [record] = (await certification.records.search(number)).found;
  const claimant = { personId, email: record!.email, firstName: 'Noah', lastName: 'Tan' };
  return door.test.database.transaction((tx) => certification.port.bind(tx, id, claimant, 'email'));
};

describe('the look-up of a stranger', () => {
  test('finds by email in any case, then by trimmed first and last name [CERT-03]', async () => {
    await add('CERT-001-2024', { fullName: 'N. Tan' });
    await add('CERT-002-2024', { email: 'mia@work.example', fullName: 'Mia  Novak' });
    expect(await verified({ email: ' NOAH@SparkFit.Example ' })).toEqual({ verified: true });
    expect(await verified({ firstName: '  mia ', lastName: ' NOVAK ', email: 'own@mia.example' })).toEqual({
      verified: true,
    });
    expect(await verified({ firstName: 'Mia', lastName: 'Other', email: 'own@mia.example' })).toEqual({
      verified: false,
    });
  });

  test('a number matches only if the record has the email or the name of the applicant [CERT-05]', async () => {
    await add('CERT-001-2024');
    const stranger = { firstName: 'Eve', lastName: 'Sly', email: 'eve@example.com' };
    expect(await verified({ ...stranger, number: 'CERT-001-2024' })).toEqual({ verified: false });
    expect(await verified({ ...stranger, email: noah.email, number: ' cert-001\u20132024 ' })).toEqual({
      verified: true,
    });
    expect(await verified({ email: 'new@noah.example', number: 'CERT-001-2024' })).toEqual({ verified: true });
    expect(await verified({ number: 'CERT-999-2024' })).toEqual({ verified: false });
  });

  test('answers yes or no, and the same no for any reason [CERT-08]', async () => {
    const at = door.clock.now();
    await add('CERT-OVER', { expiresAt: new Date(at.getTime() - 2 * DAY_MS).toISOString().slice(0, 10) });
    await add('CERT-REVOKED', { email: 'revoked@example.com', fullName: 'Re Voked' });
    await certification.records.revoke('CERT-REVOKED');
    await add('CERT-USED', { email: 'used@example.com', fullName: 'Us Ed' });
    expect(await bind('CERT-USED', await installer())).toBe(true);
    const answers = await Promise.all([
      check(noah),
      check({ firstName: 'Re', lastName: 'Voked', email: 'revoked@example.com' }),
      check({ firstName: 'Us', lastName: 'Ed', email: 'used@example.com', number: 'CERT-USED' }),
      check({ firstName: 'No', lastName: 'Body', email: 'nobody@example.com' }),
    ]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 4 }, () => [200, '{"verified":false}']),
    );
  });

  test('allows exactly ten failed checks an hour per address, even of fifty concurrent checks [CERT-08] [AUTH-21]', async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(noah, address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(refused[0]!.headers.get('retry-after')).toBe('3600');
    expect(refused[0]!.json).toMatchObject({
      error: { code: 'too_many_requests', message: certificationTexts.tooMany, retryAfterSec: 3_600 },
    });
    expect((await check(noah)).status).toBe(200);
    await door.clock.advance(3_600_000);
    expect((await check(noah, address)).status).toBe(200);
  });

  test('checks that find a certification do not count against an address [CERT-08] [AUTH-21]', async () => {
    await add('CERT-001-2024');
    const address = newAddress();
    for (let count = 0; count < 12; count += 1) expect((await check(noah, address)).json).toEqual({ verified: true });
    expect((await check({ ...noah, firstName: 'No', email: 'no@example.com' }, address)).json).toEqual({
      verified: false,
    });
  });

  test('a check refused among concurrent checks does not count against an address [CERT-08] [AUTH-21]', async () => {
    await add('CERT-001-2024');
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(noah, address)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect((await check(noah, address)).json).toEqual({ verified: true });
  });

  test('counts a subscriber’s whole IPv6 network as one address [CERT-08]', async () => {
    const answers = [];
    for (let host = 1; host <= 11; host += 1) answers.push(await check(noah, `2001:db8:1:2::${host}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
  });

  test.each([
    ['no first name', { firstName: '' }],
    ['a blank last name', { lastName: ' \u00A0' }],
    ['no e-mail', { email: '' }],
    ['what is no e-mail', { email: 'noah' }],
    ['a script as e-mail', { email: 'javascript:alert(1)' }],
    ['a blank number', { number: '  ' }],
    ['a number that is too long', { number: 'C'.repeat(41) }],
    ['a number of the wrong kind', { number: 7 }],
    ['a name that is too long', { firstName: 'N'.repeat(101) }],
    ['a field of its own', { role: 'installer' }],
    ['a list', { email: ['noah@sparkfit.example'] }],
  ])('%s is refused, naming the field, and costs no look-up', async (_, change) => {
    const address = newAddress();
    const answer = await check({ ...noah, ...change }, address);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error: { code: 'invalid_input', field: expect.stringMatching(/^body/) as string },
    });
    const { rows } = await sql`select from certification_check where key = ${address}`.execute(door.test.database.sql);
    expect(rows).toEqual([]);
  });

  test.each(['\u{1F477}', '\u0645\u062D\u0645\u062F', "'; drop table certification; --", '%', '\u202Etan'])(
    'the name %j is a name like any other',
    async (name) => {
      expect(await verified({ firstName: name, lastName: name, email: 'x@example.com', number: '%' })).toEqual({
        verified: false,
      });
    },
  );

  test('windows that are over are removed', async () => {
    await check(noah);
    await door.clock.advance(2 * 3_600_000);
    await deleteChecksOver(door.test.database.sql, door.clock.now(), 1_000);
    const { rows } = await sql`select key from certification_check`.execute(door.test.database.sql);
    expect(rows).toEqual([]);
  });
});

describe('unique account per certification', () => {
  test('only one of twenty concurrent accounts gets a certification [CERT-08]', async () => {
    await add('CERT-001-2024');
    const accounts = await Promise.all(Array.from({ length: 20 }, installer));
    const outcomes = await Promise.all(accounts.map((id) => bind('CERT-001-2024', id)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await verified()).toEqual({ verified: false });
    expect(await certification.port.prove({ ...noah, number: 'CERT-001-2024' })).toBeNull();
  });

  test('an account holds at most one certification [CERT-08]', async () => {
    await add('CERT-001-2024');
    await add('CERT-002-2024');
    const person = await installer();
    expect(await bind('CERT-001-2024', person)).toBe(true);
    expect(await bind('CERT-002-2024', person)).toBe(false);
  });

  test('refuses a certification that ended between proof and confirmation [CERT-06]', async () => {
    await add('CERT-001-2024');
    const proof = await certification.port.prove({ ...noah, number: null });
    expect(proof).toEqual({ certificationId: await idOf('CERT-001-2024'), match: 'email' });
    await certification.records.revoke('CERT-001-2024');
    expect(await bind('CERT-001-2024', await installer())).toBe(false);
  });

  test('a deleted account frees the certification, and a download contains the record [SET-03]', async () => {
    await add('CERT-001-2024');
    const person = await installer();
    await bind('CERT-001-2024', person);
    const { sql: executor } = door.test.database;
    expect(await certification.personData.read(executor, person)).toMatchObject({
      number: 'CERT-001-2024',
      email: noah.email,
    });
    await door.test.database.transaction((tx) => certification.personData.forget(tx, person, door.clock.now()));
    expect(await certification.personData.read(executor, person)).toEqual({});
    expect(await bind('CERT-001-2024', await installer())).toBe(true);
  });
});

test('shows the training provider’s page to every visitor [CERT-07]', async () => {
  const { json } = await door.browser().call(getTraining.method, getTraining.path);
  expect(json).toEqual({ url: 'https://training.example.com/installers' });
});
