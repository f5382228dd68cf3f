import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createJobs, type Jobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { fakeClock, type FakeClock } from '#testing/fake-clock';
import { testDatabase, type TestDatabase } from '#testing/test-database';

const EVERY_MS = 500;
const log = createLog({ level: 'silent' });

let db: TestDatabase;
let clock: FakeClock;
let jobs: Jobs;

beforeAll(async () => {
  db = await testDatabase();
  await sql`create table work (name text primary key, due_at timestamptz)`.execute(db.database.sql);
});

beforeEach(async () => {
  await sql`delete from work`.execute(db.database.sql);
  clock = fakeClock();
  jobs = createJobs({ database: db.database, clock, log });
});

afterEach(() => jobs.stop());
afterAll(() => db.drop());

/** Another process writes work into the database, and notifies no one. */
const plan = (name: string, inMs: number): Promise<unknown> =>
  sql`insert into work values (${name}, ${new Date(clock.now().getTime() + inMs)})`.execute(db.database.sql);

const isDue = (name: string) => (now: Date) =>
  sql<boolean>`exists (select from work where name = ${name} and due_at <= ${now})`;

const finish = async (name: string): Promise<void> => {
  await sql`delete from work where name = ${name}`.execute(db.database.sql);
};

test('runs work that another process wrote within one interval of its time, and once [SCALE-02]', async () => {
  const run = vi.fn(() => finish('a'));
  const stop = jobs.whenDue(EVERY_MS, { isDue: isDue('a'), run });
  await plan('a', 1_200);
  await clock.advance(1_199);
  expect(run).not.toHaveBeenCalled();
  await clock.advance(EVERY_MS);
  expect(run).toHaveBeenCalledTimes(1);
  await clock.advance(10 * EVERY_MS);
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});

test('runs only the work that is due when several features share the check', async () => {
  const runs = { a: vi.fn(() => finish('a')), b: vi.fn(() => finish('b')) };
  const onIdle = vi.fn<() => void>();
  const stops = [
    jobs.whenDue(EVERY_MS, { isDue: isDue('a'), run: runs.a, onIdle }),
    jobs.whenDue(EVERY_MS, { isDue: isDue('b'), run: runs.b }),
  ];
  await plan('b', 0);
  await clock.advance(EVERY_MS);
  expect([runs.a.mock.calls.length, runs.b.mock.calls.length, onIdle.mock.calls.length]).toEqual([0, 1, 1]);
  stops[1]!();
  await plan('a', 0);
  await plan('b', 0);
  await clock.advance(EVERY_MS);
  expect([runs.a.mock.calls.length, runs.b.mock.calls.length]).toEqual([1, 1]);
  stops[0]!();
});

test('checks on time while other work hangs, and does not start that work twice', async () => {
  const end = Promise.withResolvers<void>();
  const hanging = vi.fn(() => end.promise);
  const prompt = vi.fn(() => finish('b'));
  const stops = [
    jobs.whenDue(EVERY_MS, { isDue: isDue('a'), run: hanging }),
    jobs.whenDue(EVERY_MS, { isDue: isDue('b'), run: prompt }),
  ];
  await plan('a', 0);
  await clock.advance(EVERY_MS);
  await plan('b', 0);
  // The second check comes one interval after the first, plus the moment in which the first waited for its runs.
  await clock.advance(EVERY_MS + 10);
  expect([hanging.mock.calls.length, prompt.mock.calls.length]).toEqual([1, 1]);
  end.resolve();
  for (const stop of stops) stop();
});

test('runs all work when the check fails, so that each reports the failure of its own', async () => {
  const onIdle = vi.fn<() => void>();
  const run = vi.fn(async () => {});
  const stops = [
    jobs.whenDue(EVERY_MS, { isDue: () => sql`(1 / 0 = 0)`, run }),
    jobs.whenDue(EVERY_MS, { isDue: isDue('b'), run, onIdle }),
  ];
  await clock.advance(EVERY_MS);
  expect([run.mock.calls.length, onIdle.mock.calls.length]).toEqual([2, 0]);
  for (const stop of stops) stop();
});

test('a scheduled task with a check runs in one process, and only when there is work [SCALE-02]', async () => {
  const run = vi.fn(() => finish('a'));
  const others = createJobs({ database: db.database, clock, log });
  for (const process of [jobs, others]) {
    process.schedule('test.task', 4 * EVERY_MS, run, isDue('a'));
    await process.start();
  }
  await clock.advance(8 * EVERY_MS);
  const { rows } = await sql`select from timer where name = 'test.task'`.execute(db.database.sql);
  expect([run.mock.calls.length, rows.length]).toEqual([0, 0]);
  await plan('a', 0);
  await clock.advance(4 * EVERY_MS);
  expect(run).toHaveBeenCalledTimes(1);
  await others.stop();
});
