import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { migrationsDirectory } from '#testing/template-database';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { finishRestoreBeforeStart, keepRestored } from './restored-place.ts';

// Each restore makes and starts a database with every write on disk, which a busy disk stretches.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const log = createLog({ level: 'silent' });
const key = Buffer.alloc(32, 5);
const LATER = '9999-later.sql';
/** Nothing here has to survive a power cut. */
const settings = { fsync: 'off' };
let root: string;
let file: string;
let place: string;
let places = 0;

/**
 * Work that waits: an email, an email of a panic, an alert, a command, a session, a link for a new password and the
 * removal of a second factor. A grant runs.
 */
const WAITING = `
  insert into mail (key, recipient, subject, sealed, is_last) values
    ('invite:1', 'ada@example.com', 'Hello', 'x', false), ('panic:1', 'ida@example.com', 'Panic', 'x', false);
  insert into job (name, payload) select 'mail.deliver', jsonb_build_object('mailId', id) from mail;
  insert into job (name) values ('alerts.push'), ('panic.sms');
  insert into device_command (request_id, device_id, serial, command, parameters, purpose, state, created_at)
    values (gen_random_uuid(), 1, 'Trace_1', 'locate', '{}', 'ping', 'queued', now());
  insert into person (email, first_name, last_name, role, time_zone) values ('ada@example.com', 'Ada', 'L', 'user', 'UTC');
  insert into session (token, person_id, address, user_agent, last_seen_at, proved_at, expires_at)
    select 'token', id, '192.0.2.1', 'test', now(), now(), now() + interval '1 day' from person;
  insert into password_reset (request_id, token_hash, person_id, expires_at)
    select gen_random_uuid(), 'hash', id, now() + interval '7 days' from person;
  insert into second_factor (person_id, sealed_key, created_at) select id, 'sealed', now() from person;
  insert into second_factor_removal (person_id, cancel_hash, asked_at) select id, 'hash', now() from person;
  insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
      lapses_at, answered_at, starts_at, ends_at)
    select 1, 'Trace_1', 'Van', gen_random_uuid(), id, now(), 60, 'approved', now(), now(), now(),
      now() + interval '1 hour' from person`;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'trace-restore-'));
  const dataDirectory = path.join(root, 'old');
  await mkdir(path.join(dataDirectory, 'files', 'logos'), { recursive: true });
  await writeFile(path.join(dataDirectory, 'files', 'logos', 'one.png'), 'a picture');
  const server = await startEmbeddedPostgres({ directory: path.join(dataDirectory, 'database'), log, settings });
  await migrate({ url: server.url, directory: migrationsDirectory, log });
  await query(server.url, WAITING);
  file = await makeBackup(
    { url: server.url, dataDirectory, key, now: () => new Date(), log },
    path.join(root, 'backups'),
  );
  await server.stop();
  const tombstones = path.join(root, 'backups', 'tombstones', 'account');
  await mkdir(tombstones, { recursive: true });
  await writeFile(path.join(tombstones, 'a'.repeat(64)), '');
});
beforeEach(() => {
  places += 1;
  place = path.join(root, `new-${places}`);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const restore = (changes: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    ...{ file, dataDirectory: place, key, newestMigration: LATER, now: () => new Date(), log },
    ...{ databaseSettings: settings, ...changes },
  });

const isEmpty = async (): Promise<boolean> => (await readdir(place).catch(() => [])).length === 0;

/** The waiting work of the restored database. */
async function waitingWork() {
  const server = await startEmbeddedPostgres({ directory: path.join(place, 'database'), log, settings });
  try {
    const [row] = await query<Record<string, unknown>>(
      server.url,
      `select (select array_agg(key order by key) from mail where state = 'waiting') as mails,
        (select array_agg(name order by name) from job) as jobs,
        (select count(*)::int from device_command where expires_at <= now() + interval '3 days') as expired,
        (select count(*)::int from session) as sessions,
        (select count(*)::int from password_reset) + (select count(*)::int from second_factor_removal) as requests,
        (select count(*)::int from location_access where ended_at is null) as grants,
        (select count(*)::int from tombstone where applied_at is null) as tombstones,
        (select count(*)::int from audit_log where action = 'backup.restore') as audited`,
    );
    return row;
  } finally {
    await server.stop();
  }
}

test('a restore within minutes is like a restart: all but accesses to locations goes on [SCALE-05]', async () => {
  const restored = await restore();
  expect(restored).toMatchObject({
    files: 1,
    walProblem: null,
    settled: { messages: 0, commands: 0, sessions: 0, accesses: 1 },
  });
  await keepRestored(place);
  expect(await readFile(path.join(place, 'files', 'logos', 'one.png'), 'utf8')).toBe('a picture');
});

test('after a day nothing is sent that waited, except for panics, and sessions and requests end [SCALE-05] [AUTH-18]', async () => {
  const { settled } = await restore({ now: () => new Date(Date.now() + DAY_MS + MINUTE_MS) });
  expect(settled).toEqual({ messages: 2, commands: 1, sessions: 1, accesses: 1 });
  await keepRestored(place);
  expect(await waitingWork()).toEqual({
    mails: ['panic:1'],
    jobs: ['mail.deliver', 'panic.sms'],
    ...{ expired: 1, sessions: 0, requests: 0, grants: 0, tombstones: 1, audited: 1 },
  });
});

test('the start finishes a restore that died between its last moves [SCALE-05]', async () => {
  await restore();
  await rename(path.join(place, '.restoring'), path.join(place, '.restored'));
  await rename(path.join(place, '.restored', 'files'), path.join(place, 'files'));
  await finishRestoreBeforeStart(place);
  expect((await readdir(place)).toSorted()).toEqual(['database', 'files']);
  expect(await waitingWork()).toMatchObject({ audited: 1 });
});

test('refuses a place that is not empty [SCALE-05]', async () => {
  await mkdir(path.join(place, 'database'), { recursive: true });
  await expect(restore()).rejects.toThrow(`is not empty: it holds 'database'`);
});

test.each(['.npm', 'lost+found'])('a place with %s alone counts as empty [SCALE-05]', async (name) => {
  await mkdir(path.join(place, name), { recursive: true });
  await expect(restore({ key: Buffer.alloc(32, 6) })).rejects.toThrow('another secret key');
});

test('refuses a backup of another secret key, and of a newer version [SCALE-05]', async () => {
  await expect(restore({ key: Buffer.alloc(32, 6) })).rejects.toThrow('another secret key');
  await expect(restore({ newestMigration: '0001-platform.sql' })).rejects.toThrow('newer version');
  expect(await isEmpty()).toBe(true);
});

test('refuses a backup without its end, and leaves the place empty [SCALE-05]', async () => {
  const cut = path.join(root, path.basename(file));
  await writeFile(cut, await readFile(file));
  await truncate(cut, 1_500_000);
  await expect(restore({ file: cut })).rejects.toThrow(/is damaged at byte|is cut off/);
  expect(await isEmpty()).toBe(true);
});

test('a backup holds no text that can be read [SCALE-05] [T65]', async () => {
  const bytes = await readFile(file);
  expect(bytes.includes('"trace":"backup"')).toBe(true);
  for (const text of ['ada@example.com', 'PG_VERSION', 'a picture']) expect(bytes.includes(text)).toBe(false);
});
