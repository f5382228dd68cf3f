import {
  getCertificationByEmail,
  getCertificationByName,
  verifyCertificationNumber,
} from '@trace/contract/certification/certification.functions.api';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindOwnCertification } from '#testing/worlds/certification-world';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

let portal: Portal;
let noah: SignedIn;
let mia: SignedIn;

const inDays = (days: number): string =>
  new Date(portal.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Creates an installer who holds the certification of the installer's address. */
async function certified(number: string, fullName: string, expiresAt = ''): Promise<SignedIn> {
  const person = await portal.person({ role: 'installer' });
  await portal.app.certification.add({ number, email: person.email, fullName, expiresAt });
  await bindOwnCertification(portal, person);
  return person;
}

beforeAll(async () => {
  portal = await startPortal();
  noah = await certified('CERT-001-2024', 'Noah Tan');
  mia = await certified('CERT-002-2024', 'Mia Novak');
});
afterAll(() => portal.stop());

const noahs = [{ certification_number: 'CERT-001-2024', full_name: 'Noah Tan' }];
const byEmail = ({ api }: SignedIn, user_email?: string) => api.call(getCertificationByEmail, { body: { user_email } });
const byName = ({ api }: SignedIn, user_name?: string) => api.call(getCertificationByName, { body: { user_name } });
const byNumber = ({ api }: SignedIn, cert_number: string) =>
  api.call(verifyCertificationNumber, { body: { cert_number } });

test('the look-ups return the row of the signed-in user, with or without email or name in the request [FN-01]', async () => {
  expect(await byEmail(noah)).toEqual(noahs);
  expect(await byEmail(noah, ` ${noah.email.toUpperCase()} `)).toEqual(noahs);
  expect(await byName(noah)).toEqual(noahs);
  expect(await byName(noah, '  person 1  EXAMPLE ')).toEqual(noahs);
  expect(await byNumber(noah, ' cert-001\u20132024 ')).toEqual(noahs);
});

test('the look-ups reveal neither other certified users nor their numbers [FN-01] [T40]', async () => {
  const refused = (field: string) => ({ status: 403, refusal: { message: certificationTexts.otherPerson, field } });
  await expect(byEmail(noah, mia.email)).rejects.toMatchObject(refused('body.user_email'));
  await expect(byEmail(noah, 'nobody@example.com')).rejects.toMatchObject(refused('body.user_email'));
  await expect(byEmail(noah, '')).rejects.toMatchObject(refused('body.user_email'));
  await expect(byName(noah, 'Mia Novak')).rejects.toMatchObject(refused('body.user_name'));
  expect(await byNumber(noah, 'CERT-002-2024')).toEqual([]);
  expect(await byNumber(noah, 'CERT-999-2024')).toEqual([]);
  const plain = await portal.person();
  expect([await byEmail(plain), await byName(plain), await byNumber(plain, 'CERT-001-2024')]).toEqual([[], [], []]);
});

test('refuses the look-ups to a stranger, for whom the sign-up check answers only yes or no [FN-01] [CERT-08]', async () => {
  for (const name of ['get_certification_by_email', 'get_certification_by_name', 'verify_certification_number']) {
    const body = { user_email: noah.email };
    const answer = await rawCall(portal, { method: 'POST', path: `/functions/v1/${name}`, body });
    expect([name, answer.status, answer.text.includes('CERT-001')]).toEqual([name, 401, false]);
  }
});

test.each([
  ['get_certification_by_email', { user_email: 7 }, 'body.user_email'],
  ['get_certification_by_email', { userEmail: 'a@b.example' }, 'body.userEmail'],
  ['get_certification_by_name', { user_name: 'x'.repeat(300) }, 'body.user_name'],
  ['verify_certification_number', {}, 'body.cert_number'],
  ['verify_certification_number', { cert_number: '  ' }, 'body.cert_number'],
  ['verify_certification_number', { cert_number: '9'.repeat(41) }, 'body.cert_number'],
])('%s refuses %j [FN-02] [FN-01]', async (name, body, field) => {
  const answer = await rawCall(portal, { method: 'POST', path: `/functions/v1/${name}`, body, person: mia });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
});

test('no look-up returns a certification that has ended [FN-01] [CERT-09]', async () => {
  const ending = await certified('CERT-003-2024', 'Ada Byron', inDays(1));
  expect(await byEmail(ending)).toHaveLength(1);
  portal.clock.set(new Date(portal.clock.now().getTime() + 3 * DAY_MS));
  const { email, id } = ending;
  const again = { email, id, ...(await signInAs(portal.url, email)) };
  expect([await byEmail(again), await byName(again), await byNumber(again, 'CERT-003-2024')]).toEqual([[], [], []]);
});
