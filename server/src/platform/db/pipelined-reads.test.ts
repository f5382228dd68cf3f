import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { testDatabase, type TestDatabase } from '#testing/test-database';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await untilShared();
});
afterAll(() => db.drop());

interface Half {
  readonly value: number;
  readonly process: number;
  /** Read on a connection that reads share. */
  readonly isShared: boolean;
}

/** The half of a number. Zero is refused. */
async function half(number: number, waitSec = 0): Promise<Half> {
  const { rows } = await sql<Half>`/* prepared read: half of a number */
    select ${number}::int / (case when ${number}::int = 0 then 0 else 2 end) as value, pg_backend_pid() as process,
      current_setting('application_name') = ${nameOfShared()} as is_shared
    from pg_sleep(${waitSec})`.execute(db.database.sql);
  return rows[0]!;
}

const nameOfShared = (): string => `trace ${db.schema} reads`;

/** The first reads use the pool while the shared connections open. */
async function untilShared(): Promise<void> {
  await vi.waitFor(async () => expect((await half(2)).isShared).toBe(true));
}

test('prepared reads at once share two connections, and each gets its own answer', async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number * 2 + 2);
  const halves = await Promise.all(numbers.map((number) => half(number)));
  expect(halves.map(({ value }) => value * 2)).toEqual(numbers);
  expect(new Set(halves.map(({ process }) => process)).size).toBeLessThanOrEqual(2);
});

test('a prepared read that fails leaves the reads around it alone', async () => {
  const answers = await Promise.allSettled([2, 0, 4, 0, 6].map((number) => half(number)));
  const told = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.value : answer.reason.code));
  expect(told).toEqual([1, '22012', 2, '22012', 3]);
});

test('a prepared read uses the pool while both shared connections have a slow read', async () => {
  const slow: Promise<unknown>[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    slow.push(half(2, 1));
    await pause(100);
  }
  expect(await half(8)).toMatchObject({ value: 4, isShared: false });
  await Promise.all(slow);
});

test('prepared reads go on when their connections are lost', async () => {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  const ended = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [nameOfShared()],
  );
  await client.end();
  expect(ended.rowCount).toBeGreaterThan(0);
  await vi.waitFor(async () => expect((await half(6)).value).toBe(3));
  await untilShared();
});
