import { getOwnCertification } from '@trace/contract/certification/certification.api';
import {
  addCertification,
  confirmCertification,
  listCertifications,
  loadCertifications,
  releaseCertification,
  revokeCertification,
} from '@trace/contract/certification/certification.staff.api';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());
beforeEach(() => sql`delete from certification`.execute(portal.test.database.sql));

const usual = { number: 'CERT-1', fullName: 'Noah Tan', email: 'noah@spark.example', lastDay: null };
const add = (change: Partial<typeof usual> = {}) =>
  staff.api.call(addCertification, { body: { ...usual, mayChange: false, ...change } });
const list = (query: { search?: string; after?: string; limit?: number } = {}) =>
  staff.api.call(listCertifications, { query: { limit: 50, ...query } });
const numbers = async (search: string) => (await list({ search })).certifications.map(({ number }) => number);

const HEADER = 'certification_number,full_name,email,expires_at\n';
const load = (rows: string, dryRun: 'true' | 'false') =>
  staff.api.call(loadCertifications, { query: { dryRun }, body: new TextEncoder().encode(HEADER + rows) });

/** Gives the certification to a new installer, as the sign-up does. */
async function holderOf(number: string): Promise<SignedIn> {
  const holder = await portal.person({ role: 'installer' });
  await sql`
    update certification set person_id = ${holder.id}, bound_at = now(), matched_by = 'name'
    where number = ${number}`.execute(portal.test.database.sql);
  return holder;
}

const ownOf = async ({ api }: SignedIn) => (await api.call(getOwnCertification, {})).certification;

test('a dry run foretells the outcome of each row and stores nothing; the load then does so [CERT-08]', async () => {
  await add({ number: 'CERT-1' });
  await add({ number: 'CERT-2' });
  await add({ number: 'CERT-3' });
  await staff.api.call(revokeCertification, { body: { number: 'CERT-3', reason: 'Withdrawn' } });
  const rows = [
    'CERT-1,Noah Tan,noah@spark.example,',
    'CERT-2,Noah Tan,noah@spark.example,2027-06-30',
    'CERT-3,Noah Tan,noah@spark.example,',
    'CERT-4,Mia Novak,mia@post.example,',
    'CERT-5,Mia Novak,not-an-address,',
  ].join('\n');
  const expected = [
    { line: 2, number: 'CERT-1', outcome: 'unchanged', problem: null },
    { line: 3, number: 'CERT-2', outcome: 'changed', problem: null },
    { line: 4, number: 'CERT-3', outcome: 'revoked', problem: null },
    { line: 5, number: 'CERT-4', outcome: 'added', problem: null },
    { line: 6, number: null, outcome: 'bad', problem: 'email: not an email address' },
  ];
  const before = await list();
  expect(await load(rows, 'true')).toEqual({ dryRun: true, rows: expected });
  expect(await list()).toEqual(before);
  expect(await load(rows, 'false')).toEqual({ dryRun: false, rows: expected });
  expect((await list()).certifications.map(({ number }) => number)).toEqual(['CERT-1', 'CERT-2', 'CERT-3', 'CERT-4']);
});

test('staff search by number, name and email, in pages [CERT-08]', async () => {
  await add({ number: 'A/1', fullName: '100%_Noah' });
  await add({ number: 'B-2', email: 'mia@post.example' });
  await add({ number: 'C-3' });
  expect(await numbers('%_n')).toEqual(['A/1']);
  expect(await numbers('POST.example')).toEqual(['B-2']);
  expect(await numbers('c-')).toEqual(['C-3']);
  const first = await list({ limit: 2 });
  expect([first.certifications.length, first.next]).toEqual([2, 'B-2']);
  expect(await list({ limit: 2, after: first.next! })).toMatchObject({
    certifications: [{ number: 'C-3' }],
    next: null,
  });
});

test('a number that is on record with other details changes only on request [CERT-08]', async () => {
  await add();
  expect(await add()).toEqual({ number: 'CERT-1', outcome: 'unchanged' });
  const other = { ...usual, number: 'cert-1', fullName: 'Mia Novak' };
  const refused = await rawCall(portal, { method: 'POST', path: addCertification.path, person: staff, body: other });
  expect([refused.status, refusalIn(refused).message]).toEqual([409, texts.onRecord('CERT-1')]);
  expect((await list()).certifications).toMatchObject([{ number: 'CERT-1', fullName: 'Noah Tan' }]);
  const changed = await staff.api.call(addCertification, { body: { ...other, mayChange: true } });
  expect(changed).toEqual({ number: 'CERT-1', outcome: 'changed' });
  expect((await list()).certifications).toMatchObject([{ number: 'CERT-1', fullName: 'Mia Novak' }]);
});

test('a revoked certification ends for its holder, stays revoked, and shows the reason to staff alone [CERT-08] [CERT-09]', async () => {
  await add();
  const holder = await holderOf('CERT-1');
  const revoke = (reason: string) =>
    rawCall(portal, {
      ...{ method: 'POST', path: revokeCertification.path, person: staff },
      body: { number: 'cert-1', reason },
    });
  expect((await revoke(' ')).status).toBe(400);
  expect((await revoke('canary-quay')).status).toBe(200);
  expect((await revoke('again')).status).toBe(409);
  const own = await ownOf(holder);
  expect(own).toMatchObject({ state: 'ended', reason: 'revoked' });
  expect((own as { servicingUntil: string }).servicingUntil).toBe(
    new Date(portal.clock.now().getTime() + 30 * DAY_MS).toISOString(),
  );
  expect(JSON.stringify(own)).not.toContain('canary');
  expect((await list()).certifications).toMatchObject([
    { number: 'CERT-1', state: 'ended', revokeReason: 'canary-quay', isInUse: true, matchedBy: 'name' },
  ]);
  expect(
    (await rawCall(portal, { method: 'POST', path: addCertification.path, person: staff, body: usual })).status,
  ).toBe(409);
});

test('staff release a certification from its account and confirm its claim again, with the actor in the audit log [CERT-08] [AUD-01]', async () => {
  await add();
  const holder = await holderOf('CERT-1');
  const body = { number: 'CERT-1' };
  await staff.api.call(releaseCertification, { body });
  expect(await ownOf(holder)).toMatchObject({ state: 'missing', reason: 'released' });
  await staff.api.call(confirmCertification, { body });
  expect(await ownOf(holder)).toMatchObject({ state: 'valid', number: 'CERT-1' });
  const twice = await rawCall(portal, { method: 'POST', path: confirmCertification.path, person: staff, body });
  expect(twice.status).toBe(409);
  const { rows } = await sql<{ action: string; actorId: string }>`
    select action, actor_id from audit_log
    where subject_type = 'certification' and subject_id = 'CERT-1' and action in ('certification.release', 'certification.confirm')
    order by id`.execute(portal.test.database.sql);
  expect(rows).toEqual([
    { action: 'certification.release', actorId: staff.id },
    { action: 'certification.confirm', actorId: staff.id },
  ]);
});
