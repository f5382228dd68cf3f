// Accounts and certificates that ended after the restored backup end again before the server accepts requests.
import { readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { revokeCertificate } from '@trace/contract/devices/registration/devices.registration.api';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startOtherProcess } from '#testing/other-process';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { enterSerial, registerDevice } from '#testing/trackers';

const FINGERPRINT = 'f'.repeat(64);

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const query = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(portal.test.database.sql)).rows;
const accounts = async (ids: readonly string[]): Promise<string[]> =>
  (await query(sql<{ id: string }>`select id from person where id = any(${[...ids]}::uuid[])`)).map(({ id }) => id);
const isValid = async (): Promise<boolean> =>
  (await query(sql`select from device_certificate where fingerprint = ${FINGERPRINT} and revoked_at is null`)).length >
  0;
const leave = (person: SignedIn) => person.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
const stored = (kind: string): Promise<string[]> =>
  readdir(join(portal.dataDirectory, 'backups', 'tombstones', kind)).catch(() => []);

/** Puts an account back as an older database has it. */
const revive = ({ id }: SignedIn) =>
  query(sql`
    insert into person (id, email, first_name, last_name, role, time_zone, email_verified)
    values (${id}, ${`${id}@example.com`}, 'R', 'E', 'installer', 'UTC', true)`);

async function storeTombstones(kind: string, count: number): Promise<string[]> {
  await portal.clock.advance(5_000);
  return eventually(
    () => stored(kind),
    (names) => names.length === count,
  );
}

/** Starts a server on a database that has lost the tombstones. */
async function startRestored() {
  await query(sql`delete from tombstone`);
  return startOtherProcess(portal);
}

test('deletes again the accounts that a restored database has revived, and no others [SET-03] [SCALE-05]', async () => {
  const [gone, kept] = [await portal.person({ role: 'installer' }), await portal.person()];
  await leave(gone);
  const names = await storeTombstones('account', 1);
  expect(names.join()).not.toContain(gone.id);

  await revive(gone);
  const other = await startRestored();
  expect(await accounts([gone.id, kept.id])).toEqual([kept.id]);
  await other.stop();
  const audited = await query(sql`select subject_id from audit_log where action = 'accounts.deleteAgain'`);
  expect(audited).toEqual([{ subjectId: gone.id }]);
  const mails = await query(sql`select from mail where recipient = ${`${gone.id}@example.com`}`);
  expect(mails).toEqual([]);
});

test('keeps a revived account that owns a company again until it can end [SET-03] [SCALE-05]', async () => {
  const owner = await portal.person({ role: 'installer' });
  await leave(owner);
  await storeTombstones('account', 2);
  await revive(owner);
  const [company] = await query(sql<{ id: string }>`
    with made as (
      insert into company (owner_id, name, email, created_at, updated_at)
      values (${owner.id}, 'Harbour Fitters', 'office@example.com', now(), now()) returning id, owner_id
    ), logo as (insert into company_logo (company_id, uploaded_by) select id, owner_id from made)
    insert into company_membership (company_id, person_id, status, invited_at)
    select id, owner_id, 'accepted', now() from made returning company_id as id`);
  const held = await startRestored();
  expect(await accounts([owner.id])).toEqual([owner.id]);
  await held.stop();

  await query(sql`delete from company_logo where company_id = ${company!.id}`);
  await query(sql`delete from company where id = ${company!.id}`);
  const free = await startOtherProcess(portal);
  expect(await accounts([owner.id])).toEqual([]);
  await free.stop();
});

test('revokes again the certificates that a restored database has revived [REG-12] [SCALE-05]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const serial = await enterSerial(portal);
  await registerDevice(portal, serial, installer, user);
  await query(sql`
    insert into device_certificate (fingerprint, serial, kind, expires_at)
    values (${FINGERPRINT}, ${serial}, 'operational', now() + interval '1 year')`);
  await user.api.call(revokeCertificate, { params: { serial }, body: {} });
  await storeTombstones('certificate', 1);

  await query(sql`update device_certificate set revoked_at = null, revoke_reason = null`);
  const other = await startRestored();
  expect(await isValid()).toBe(false);
  await other.stop();
});

test('starts without the store of tombstones and applies them once it answers [SCALE-05]', async () => {
  const gone = await portal.person();
  await leave(gone);
  await storeTombstones('account', 3);
  await revive(gone);
  const folder = join(portal.dataDirectory, 'backups', 'tombstones', 'account');
  await rename(folder, `${folder}-aside`);
  await symlink(folder, folder);
  const other = await startRestored();
  expect(await accounts([gone.id])).toEqual([gone.id]);
  await rm(folder);
  await rename(`${folder}-aside`, folder);
  await other.clock.advance(MINUTE_MS);
  await eventually(
    () => accounts([gone.id]),
    (ids) => ids.length === 0,
  );
  await other.stop();
});

test('deletes tombstones after 400 days [SET-03]', async () => {
  expect(await stored('account')).not.toEqual([]);
  portal.clock.set(new Date(portal.clock.now().getTime() + 401 * DAY_MS));
  await portal.clock.advance(MINUTE_MS + 1);
  await eventually(
    () => stored('account'),
    (names) => names.length === 0,
  );
});
