import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServerUrl } from '#testing/test-database';

const name = `updates_${randomBytes(6).toString('hex')}`;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-updates-'));
  await query(`create database ${name}`);
});
afterAll(async () => {
  await query(`drop database ${name}`);
  await rm(directory, { recursive: true });
});

async function query(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A url with a host, as the settings want it; where there is a socket, its own parameter counts. */
const databaseUrl = (): string =>
  testServerUrl()
    .replace('@/', '@localhost/')
    .replace(/\/\w+(?=\?|$)/, `/${name}`);

function updates(...args: string[]): Promise<{ code: number; out: string; complaint: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl(), TRACE_DATA_DIR: directory };
  const file = path.join(import.meta.dirname, 'updates.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { env }, (error, out, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, complaint });
    });
  });
}

test('FEED-01 the console publishes an update, lists it and hides it', async () => {
  const added = await updates('add', 'announcement', 'Maintenance', 'On Sunday from 2 am.');
  expect(added).toMatchObject({ code: 0, complaint: '' });
  const id = /[0-9a-f-]{36}/.exec(added.out)?.[0] ?? '';
  expect((await updates('list')).out).toMatch(new RegExp(`^${id}  \\S+Z  shown  announcement  Maintenance\n$`));
  expect(await updates('hide', id)).toMatchObject({ code: 0, out: 'Hidden.\n' });
  expect((await updates('list')).out).toContain('  hidden  ');
  expect(await updates('hide', id)).toMatchObject({ code: 1, out: '' });
});

test('FEED-01 the console says what is wrong instead of guessing', async () => {
  for (const args of [[], ['add', 'feature', 'Title alone'], ['hide'], ['remove', 'x'], ['list', 'all']]) {
    expect(await updates(...args)).toMatchObject({ code: 2, complaint: expect.stringContaining('Usage') as string });
  }
  expect(await updates('add', 'gossip', 'Title', 'Words')).toMatchObject({ code: 1, out: '' });
  expect(await updates('add', 'feature', '   ', 'Words')).toMatchObject({ code: 1, out: '' });
  expect(await updates('add', 'feature', 'Title', 'x'.repeat(2_001))).toMatchObject({ code: 1, out: '' });
  expect(await updates('hide', "x'; drop table recent_updates")).toMatchObject({ code: 1, out: '' });
});
