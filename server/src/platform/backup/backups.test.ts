import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@trace/contract/kernel/time';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { migrationsDirectory } from '#testing/template-database';
import { startBackups, type Backups } from './backups.ts';

// The database writes to disk, which a busy disk stretches.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const log = createLog({ level: 'silent' });
const now = () => new Date();
const AHEAD = new Date('2099-01-01T00:00:00.000Z');
const AHEAD_NAME = 'trace-20990101T000000000Z.backup';
const TESTED = 'last-test-restore';
let root: string;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'trace-backups-'));
  server = await startEmbeddedPostgres({ directory: path.join(root, 'database'), log, settings: { fsync: 'off' } });
  await migrate({ url: server.url, directory: migrationsDirectory, log });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function startIn(name: string, files: Readonly<Record<string, string>>): Promise<[string, Backups]> {
  const directory = path.join(root, name);
  await mkdir(directory);
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(directory, file), content);
  if (AHEAD_NAME in files) await utimes(path.join(directory, AHEAD_NAME), AHEAD, AHEAD);
  const source = { url: server.url, dataDirectory: root, key: Buffer.alloc(32, 5), newestMigration: '9999', now, log };
  return [directory, startBackups({ ...source, directory, everyMs: DAY_MS, keep: 1 })];
}

test('a backup of a clock that was ahead neither stops the schedule nor outlives newer backups [SCALE-05] [T65]', async () => {
  const [directory, backups] = await startIn('ahead', { [AHEAD_NAME]: '', [TESTED]: now().toISOString() });
  const before = now();
  try {
    const made = await eventually(
      async () => (await readdir(directory)).filter((name) => name.endsWith('.backup')),
      (names) => names.length === 1 && names[0] !== AHEAD_NAME,
    );
    expect(made[0]! > AHEAD_NAME).toBe(true);
    const { lastAt, nextAt } = await backups.state();
    expect(lastAt!.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1);
    expect(lastAt!.getTime()).toBeLessThanOrEqual(now().getTime());
    expect(nextAt!.getTime() - lastAt!.getTime()).toBe(DAY_MS);
  } finally {
    await backups.stop();
  }
});

test('the folder of a trial restore that a kill ended is deleted at the start [SCALE-05]', async () => {
  const trial = path.join(root, '.test-restore');
  await mkdir(path.join(trial, 'database'), { recursive: true });
  const [, backups] = await startIn('interrupted', { [TESTED]: now().toISOString() });
  try {
    const names = await eventually(
      () => readdir(root),
      (found) => !found.includes('.test-restore'),
    );
    expect(names).toContain('database');
  } finally {
    await backups.stop();
  }
});

test('a cut off date of the last trial counts as none, so that the page Operations opens [SCALE-05] [SUPP-06]', async () => {
  const [, backups] = await startIn('cut-off', { [TESTED]: '' });
  try {
    expect((await backups.state()).testedAt).toBeNull();
  } finally {
    await backups.stop();
  }
});
