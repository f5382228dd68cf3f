import { randomUUID } from 'node:crypto';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { deviceName } from '@trace/contract/devices/devices.rules';
import {
  importDevices,
  removeDevice,
  renameDevice,
} from '@trace/contract/devices/registration/devices.registration.api';
import { claimRules, importRules } from '@trace/contract/devices/registration/devices.registration.rules';
import type { ImportReport } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { exportDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterSerials, makeClaim } from '#platform/devices/identity/claims';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignSeen } from '#testing/worlds/assignment-world';
import { rawCall } from '#testing/raw-call';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { openStream } from '#testing/sse';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
});
afterAll(() => portal.stop());

const HEADER = 'serial_number,nickname,claim_code,assign_to\n';

const load = (person: SignedIn, content: string | Buffer, dryRun = false, importId: string = randomUUID()) =>
  person.api.call(importDevices, {
    query: { importId, dryRun: dryRun ? 'true' : 'false' },
    body: new Uint8Array(Buffer.from(content)),
  });
const said = ({ rows }: ImportReport) => rows.map(({ line, outcome }) => `${line} ${outcome}`);
const enter = async (): Promise<string> => {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  return serial;
};
const serialsOf = async (person: SignedIn): Promise<string[]> =>
  (await person.api.call(listDevices, { query: { limit: 200 } })).devices.map(({ serialNumber }) => serialNumber);

test('each row is registered and assigned on its own like a single call, with its own text [IDEV-08]', async () => {
  const [plain, named, given, theirs, mine, spelled] = await Promise.all([
    enter(),
    enter(),
    enter(),
    enter(),
    enter(),
    enter(),
  ]);
  const claimed = await enterDevice(portal);
  const [guessed, bare] = [await enterDevice(portal), await enterDevice(portal)];
  const other = await portal.person({ role: 'installer' });
  await registerByHttp(other, theirs);
  await registerByHttp(installer, mine);
  const report = await load(
    installer,
    HEADER +
      [
        `${newSerial()},,,,surplus`,
        `${plain},,,`,
        `${named},"Ferry, the ""big"" one",,`,
        `${given},Van,,${user.email}`,
        `${claimed.serial},,${claimed.claimCode},nobody-yet@example.com`,
        `${guessed.serial},,${makeClaim()},`,
        `${bare.serial},,,`,
        `${theirs},,,${user.email}`,
        `${mine},,,${user.email}`,
        `${mine.toUpperCase()},,,`,
        '',
        `${spelled.toUpperCase()},,,`,
        `${newSerial()},,,`,
        'Trace %,,,',
        ',No serial,,',
        `${newSerial()},=HYPERLINK("http://x"),,`,
        `${newSerial()},=1+1,,`,
        `${newSerial()},,,not an address`,
        `${newSerial()},"open,,`,
        `${newSerial()},${'x'.repeat(81)},,`,
      ].join('\n'),
  );
  const words = Object.fromEntries(report.rows.map(({ line, outcome, problem }) => [line, problem ?? outcome]));
  expect(words).toEqual({
    2: texts.importCells(4, 5),
    3: 'registered',
    4: 'registered',
    5: 'registered_assigned',
    6: 'registered_assigned',
    7: texts.claimWrong,
    8: texts.claimMissing,
    9: texts.alreadyRegistered,
    10: 'assigned',
    11: texts.importRepeated(10),
    13: texts.otherLetterCase,
    14: texts.notInRegistry('Trace_'),
    15: texts.serialInvalid,
    16: texts.serialMissing,
    17: texts.importQuotes,
    18: texts.importFormula('nickname'),
    19: texts.importEmail,
    20: texts.importQuotes,
    21: texts.nicknameTooLong,
  });
  expect(report.counts).toEqual({ good: 5, refused: 14 });
  expect((await serialsOf(user)).toSorted()).toEqual([given, mine].toSorted());
  const { rows: written } = await sql<{ action: string; count: number }>`
    select action, count(*)::int as count from audit_log
    where subject_id = any(${[plain, named, given, claimed.serial, mine]}) group by action order by action`.execute(
    portal.test.database.sql,
  );
  // `mine` was registered before, by hand.
  expect(written).toEqual([
    { action: 'device.assign', count: 3 },
    { action: 'device.register', count: 5 },
  ]);
});

test('a dry run reports the same outcome without changes, and a repeat reports existing devices [IDEV-08]', async () => {
  const person = await portal.person({ role: 'installer' });
  const [one, two] = [await enter(), await enter()];
  const content = `${HEADER}${one},,,${user.email}\n${two},Van,,\n${newSerial()},,,\n`;
  const dry = await load(person, content, true);
  expect(dry.dryRun).toBe(true);
  expect(said(dry)).toEqual(['2 ready', '3 ready', '4 refused']);
  expect(await serialsOf(person)).toEqual([]);
  expect(said(await load(person, content))).toEqual(['2 registered_assigned', '3 registered', '4 refused']);
  const repeated = await load(person, content);
  expect(repeated.rows.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('user') as string,
    texts.alreadyRegistered,
    texts.notInRegistry('Trace_'),
  ]);
});

test.each([
  ['other columns', 'serial;name\nTrace_1;Van\n', 'The first line must name the columns'],
  ['no text', Buffer.from('PK\u0003\u0004\0\0serial_number\nTrace_1', 'latin1'), 'not a CSV file'],
  ['a column too many', 'serial_number,owner\nTrace_1,me\n', 'The first line must name the columns'],
  ['a column twice', 'serial_number,serial_number\nTrace_1,Trace_2\n', 'The first line must name the columns'],
  ['nothing', '', 'The first line must name the columns'],
  ['no rows', HEADER, texts.importEmpty],
  ['too many rows', `serial_number\n${'Trace_1\n'.repeat(importRules.mostRows + 1)}`, texts.importTooManyRows],
])('a file with %s is refused as a whole [IDEV-08]', async (_, content, words) => {
  const refused = await load(installer, content).catch((error: ApiError) => error);
  expect(refused).toMatchObject({ status: 400, refusal: { code: 'invalid_input', field: 'body' } });
  expect((refused as ApiError).message).toContain(words);
});

test("an import reads the portal's own export, whose other columns it leaves out [IDEV-12]", async () => {
  const [source, target] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const serial = await enter();
  await registerByHttp(source, serial, null, '-12 "cold" van');
  await source.api.call(assignDevice, { params: { serial }, body: { email: 'next@example.com' } });
  const { text } = await rawCall(portal, { path: exportDevices.path, person: source });
  await source.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
  const report = await load(target, text);
  expect(said(report)).toEqual(['2 registered_assigned']);
  const [row] = (await target.api.call(listDeviceTable, { query: { sort: 'registered', limit: 10 } })).devices;
  expect(row).toMatchObject({ serialNumber: serial, name: '-12 "cold" van', user: { email: 'next@example.com' } });
});

test('an unnamed device of an export stays without a name [IDEV-12]', async () => {
  const [source, target] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const serial = await enter();
  await registerByHttp(source, serial, null, null);
  const { text } = await rawCall(portal, { path: exportDevices.path, person: source });
  await source.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  expect(said(await load(target, text))).toEqual(['2 registered']);
  const { rows } = await sql<{ nickname: string | null }>`select nickname from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ nickname: null }]);
});

test('a Windows file with reordered columns is read, and a file over the size limit is refused [IDEV-08]', async () => {
  const serial = await enter();
  const file = `\uFEFFNickname,Serial_Number\r\n\u{1F69A} \u0634\u0627\u062D\u0646\u0629,${serial}\r\n`;
  expect(said(await load(installer, file))).toEqual(['2 registered']);
  const huge = Buffer.alloc(importRules.mostBytes + 1, 'x');
  expect(await codeOf(load(installer, huge))).toBe('payload_too_large');
});

test('an import shares the limit for wrong claim codes, including dry runs [REG-09] [T35]', async () => {
  const guesser = await portal.person({ role: 'installer' });
  const devices = await Promise.all(Array.from({ length: claimRules.tries + 3 }, () => enterDevice(portal)));
  const guesses = devices.map(({ serial }) => `${serial},,${makeClaim()},`);
  const dry = await load(guesser, HEADER + guesses.join('\n'), true);
  expect(dry.rows.filter(({ problem }) => problem === texts.claimWrong)).toHaveLength(claimRules.tries);
  const right = HEADER + devices.map(({ serial, claimCode }) => `${serial},,${claimCode},`).join('\n');
  const after = await load(guesser, right);
  expect(new Set(after.rows.map(({ problem }) => problem))).toEqual(new Set([texts.claimTries]));
});

test('an import assigns at once or waits, and mails within the limit, like single calls [IDEV-08] [T58]', async () => {
  const serials = await Promise.all(Array.from({ length: 24 }, enter));
  const address = `crowded-${randomUUID()}@example.com`;
  const staff = await portal.person({ role: 'staff' });
  const to = (nth: number): string => {
    if (nth === 0) return user.email.toUpperCase();
    return nth === 1 ? staff.email : address;
  };
  const before = await serialsOf(user);
  const stream = await openStream(portal, user);
  const report = await load(installer, HEADER + serials.map((serial, nth) => `${serial},,,${to(nth)}`).join('\n'));
  expect(report.counts).toEqual({ good: 24, refused: 0 });
  expect((await stream.until<{ serialNumber: string }>('devices.assignment')).at(-1)).toEqual({
    serialNumber: serials[0],
    what: 'assigned',
  });
  stream.close();
  expect(await serialsOf(user)).toHaveLength(before.length + 1);
  const { rows } = await sql<{ waits: number }>`
    select count(*)::int as waits from device_assignment where account_id is null and email in (${address}, ${staff.email})`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ waits: 23 }]);
  const { rows: mails } = await sql<{ count: number }>`
    select count(*)::int as count from mail where recipient = ${address}`.execute(portal.test.database.sql);
  expect(mails).toEqual([{ count: assignmentRules.mailsPerAddress }]);
  expect(await codeOf(load(installer, `${HEADER}${serials[0]},,,other@example.com`))).toBe('allowed');
});

test('a device taken from a user is registered but not assigned to another user [REG-09]', async () => {
  const serial = await enter();
  const next = await portal.person();
  await registerByHttp(installer, serial);
  await assignSeen(portal, installer, serial, user.email);
  await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: serial } });
  const [row] = (await load(installer, `${HEADER}${serial},,,${next.email}\n`)).rows;
  expect(row).toMatchObject({
    outcome: 'registered_only',
    problem: expect.stringContaining('has not given this device back') as string,
  });
  expect(await serialsOf(next)).toEqual([]);
});

test('an import to another address deletes the name that the former user gave [IDEV-05] [IDEV-08]', async () => {
  const [former, next] = [await portal.person(), await portal.person()];
  const [serial, again] = [await enter(), await enter()];
  for (const given of [serial, again]) {
    await registerByHttp(installer, given, null, 'Van 7');
    await assignSeen(portal, installer, given, former.email);
    await former.api.call(renameDevice, { params: { serial: given }, body: { nickname: 'Bag of Emma' } });
    await former.api.call(endAssignment, { params: { serial: given } });
  }
  const { counts } = await load(installer, `${HEADER}${serial},,,${next.email}\n${again},,,${former.email}`);
  expect(counts).toEqual({ good: 2, refused: 0 });
  expect((await portal.app.devices.findFor(next.id, serial))!.name).toBe(deviceName(serial, null));
  expect((await portal.app.devices.findFor(former.id, again))!.name).toBe('Bag of Emma');
});

test('two imports of the same file register each device once, and a person runs a single import at a time [IDEV-08]', async () => {
  const [first, second] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
  ]);
  const serials = await Promise.all(Array.from({ length: 250 }, enter));
  const content = HEADER + serials.map((serial) => `${serial},,,person-${serial}@example.com`).join('\n');
  const shuffled =
    HEADER +
    serials
      .toReversed()
      .map((serial) => `${serial},,,other-${serial}@example.com`)
      .join('\n');
  const reports = await Promise.all([load(first, content), load(second, shuffled)]);
  const registered = reports.map(({ rows }) => rows.filter(({ outcome }) => outcome === 'registered_assigned').length);
  expect(registered[0]! + registered[1]!).toBe(250);
  const both = await Promise.all([codeOf(load(first, content)), codeOf(load(first, content))]);
  expect(both.toSorted()).toEqual(['allowed', 'conflict']);
});

test('registers no further device once the certification is revoked while an import runs [IDEV-08] [CERT-09]', async () => {
  const { sql: db } = portal.test.database;
  const person = await portal.person({ role: 'installer' });
  await portal.app.certification.add({ number: 'CERT-7', email: person.email, fullName: 'Noah Tan', expiresAt: '' });
  await sql`update certification set person_id = ${person.id}, bound_at = now(), matched_by = 'email'`.execute(db);
  await sql`create function revoke_certification() returns trigger language plpgsql as
    $$ begin update certification set revoked_at = '2020-01-01'; return null; end $$`.execute(db);
  await sql`create trigger revoke_certification after insert on device execute function revoke_certification()`.execute(
    db,
  );
  const serials = await Promise.all(Array.from({ length: 401 }, enter));
  const report = await load(person, HEADER + serials.map((serial) => `${serial},,,`).join('\n'));
  await sql`drop trigger revoke_certification on device`.execute(db);
  expect(report.counts).toEqual({ good: 200, refused: 201 });
  expect(report.rows[199]).toMatchObject({ outcome: 'registered' });
  for (const row of [report.rows[200], report.rows[400]])
    expect(row).toMatchObject({ outcome: 'refused', problem: certificationTexts.blocked.ended });
});

test('ten thousand rows are registered and assigned with progress events [IDEV-08]', { timeout: 60_000 }, async () => {
  const person = await portal.person({ role: 'installer' });
  const devices = Array.from({ length: importRules.mostRows }, () => ({ serial: newSerial(), code: makeClaim() }));
  await portal.test.database.transaction((tx) => enterSerials(tx, devices));
  const stream = await openStream(portal, person);
  const importId = randomUUID();
  const content =
    HEADER +
    devices.map(({ serial, code }, nth) => `${serial},Van ${nth},${code},driver-${nth}@example.com`).join('\n');
  const report = await load(person, content, false, importId);
  expect(report.counts).toEqual({ good: importRules.mostRows, refused: 0 });
  const progress = stream.of<{ importId: string; done: number; total: number }>('devices.import.progress');
  expect(progress.length).toBeGreaterThan(5);
  expect(progress.every((step) => step.importId === importId && step.total === importRules.mostRows)).toBe(true);
  expect(progress.map(({ done }) => done)).toEqual(
    progress.map(({ done }) => done).toSorted((one, other) => one - other),
  );
  stream.close();
});
