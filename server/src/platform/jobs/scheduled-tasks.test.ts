import { MINUTE_MS } from '@trace/contract/kernel/time';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createJobs, type Jobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { fakeClock, type FakeClock } from '#testing/fake-clock';
import { testDatabase, type TestDatabase } from '#testing/test-database';

const log = createLog({ level: 'silent' });

let db: TestDatabase;
let clock: FakeClock;
let jobs: Jobs;

beforeAll(async () => {
  db = await testDatabase();
});

beforeEach(() => {
  clock = fakeClock();
  jobs = createJobs({ database: db.database, clock, log });
});

afterEach(() => jobs.stop());
afterAll(() => db.drop());

test('two processes run a task once per interval [SCALE-02]', async () => {
  const runs: string[] = [];
  const other = createJobs({ database: db.database, clock, log });
  jobs.schedule('sweep', MINUTE_MS, async () => void runs.push('a'));
  other.schedule('sweep', MINUTE_MS, async () => void runs.push('b'));
  await Promise.all([jobs.start(), other.start()]);
  for (let minute = 0; minute < 5; minute++) await clock.advance(MINUTE_MS);
  await other.stop();
  expect(runs).toHaveLength(5);
});

test('a failed task runs again at the next poll, a successful task only after its interval', async () => {
  const runs: number[] = [];
  const start = clock.now().getTime();
  jobs.schedule('hourly', 60 * MINUTE_MS, async () => {
    runs.push((clock.now().getTime() - start) / MINUTE_MS);
    if (runs.length === 1) throw new Error('first time fails');
  });
  await jobs.start();
  for (let minute = 0; minute < 65; minute++) await clock.advance(MINUTE_MS);
  expect(runs).toEqual([1, 2, 62]);
});

test('a restart neither repeats nor forgets a task', async () => {
  const runs: number[] = [];
  const start = clock.now().getTime();
  const note = async (): Promise<void> => void runs.push((clock.now().getTime() - start) / MINUTE_MS);
  for (let restart = 0; restart < 3; restart++) {
    const process = createJobs({ database: db.database, clock, log });
    process.schedule('half-hourly', 30 * MINUTE_MS, note);
    await process.start();
    for (let minute = 0; minute < 20; minute++) await clock.advance(MINUTE_MS);
    await process.stop();
  }
  expect(runs).toEqual([1, 31]);
});
