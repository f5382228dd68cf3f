import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServerUrl } from '#testing/test-database';

const name = `staff_${randomBytes(6).toString('hex')}`;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-staff-'));
  await query(testServerUrl(), `create database ${name}`);
});
afterAll(async () => {
  await query(testServerUrl(), `drop database ${name}`);
  await rm(directory, { recursive: true });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** A url with a host, as the settings want it; where there is a socket, its own parameter counts. */
const databaseUrl = (): string =>
  testServerUrl()
    .replace('@/', '@localhost/')
    .replace(/\/\w+(?=\?|$)/, `/${name}`);

function staff(...args: string[]): Promise<{ code: number; out: string; complaint: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl(), TRACE_DATA_DIR: directory };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'staff.ts'), ...args],
      { env },
      (error, out, complaint) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, complaint });
      },
    );
  });
}

test('the console makes a staff account once and shows its password once', async () => {
  const made = await staff('add', 'Ann@Example.com', 'Ann', 'Lee');
  expect(made).toMatchObject({ code: 0, complaint: '' });
  expect(made.out).toMatch(/shown this once: \S{20,}\n$/);
  const rows = await query(databaseUrl(), 'select email, first_name, role from person');
  expect(rows).toEqual([{ email: 'ann@example.com', first_name: 'Ann', role: 'staff' }]);
  expect(await staff('add', 'ann@example.com')).toMatchObject({ code: 1, out: '' });
});

test('the console says what is wrong instead of guessing', async () => {
  expect(await staff()).toMatchObject({ code: 2, complaint: expect.stringContaining('Usage') as string });
  expect(await staff('remove', 'ann@example.com')).toMatchObject({ code: 2 });
  expect(await staff('add', 'nonsense')).toMatchObject({ code: 1, complaint: 'This is not an e-mail address.\n' });
});

test('AUTH-18 the console approves a request to remove a second factor, once', async () => {
  await staff('add', 'lost@example.com');
  const approve = () => staff('approve-second-factor', 'Lost@example.com');
  expect(await approve()).toMatchObject({ code: 1, complaint: expect.stringContaining('No request') as string });
  await query(
    databaseUrl(),
    `with lost as (select id from person where email = 'lost@example.com'),
       factor as (insert into second_factor (person_id, sealed_key, confirmed_at, created_at)
         select id, '', now(), now() from lost returning person_id)
     insert into second_factor_removal (person_id, cancel_hash, asked_at)
       select person_id, '\\x00', '2026-03-02T12:00:00Z' from factor`,
  );
  expect(await approve()).toMatchObject({
    code: 0,
    out: expect.stringContaining('2026-03-03T12:00:00.000Z') as string,
  });
  expect(await approve()).toMatchObject({ code: 1 });
  expect(await staff('approve-second-factor', 'a@example.com', 'b')).toMatchObject({ code: 2 });
});
