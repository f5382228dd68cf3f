import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { sql } from 'kysely';
import { z } from 'zod';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '@trace/contract/kernel/time';

import { createJobs, defineJob } from '#platform/jobs/jobs';
import type { JobRun, Jobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import type { FakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

const WAIT = { timeout: 10_000 };
const log = createLog({ level: 'silent' });

const testJob = defineJob('test', z.unknown());
const otherJob = defineJob('other', z.unknown());

let db: TestDatabase;
let clock: FakeClock;
let jobs: Jobs;

beforeEach(async () => {
  db = await testDatabase();
  clock = fakeClock();
  jobs = createJobs({ database: db.database, clock, log });
});

afterEach(async () => {
  await jobs.stop();
  await db.drop();
});

const enqueue = (payload: unknown, options?: Parameters<Jobs['enqueue']>[3]): Promise<void> =>
  jobs.enqueue(db.database.sql, testJob, payload, options);

interface JobRow {
  payload: unknown;
  attempts: number;
  lastError: string | null;
  failedAt: Date | null;
}

async function listJobs(): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select payload, attempts, last_error, failed_at from job order by id`.execute(
    db.database.sql,
  );
  return rows;
}

/** A handler whose runs the test ends individually. */
function gate() {
  const opened = Promise.withResolvers<void>();
  const runs: JobRun[] = [];
  const handler = async (_payload: unknown, run: JobRun): Promise<void> => {
    runs.push(run);
    await opened.promise;
  };
  return { handler, runs, open: opened.resolve };
}

test('a job runs once with its payload when its transaction commits, and never when the transaction rolls back', async () => {
  const done: unknown[] = [];
  jobs.define(testJob, async (payload) => void done.push(payload));
  await jobs.start();
  await db.database.transaction((tx) => jobs.enqueue(tx, testJob, { snake_key: 1 }));
  const failing = db.database.transaction(async (tx) => {
    await jobs.enqueue(tx, testJob, 'lost');
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), WAIT);
  expect(done).toEqual([{ snake_key: 1 }]);
});

test('a delayed job waits for its time', async () => {
  const done: unknown[] = [];
  jobs.define(testJob, async (payload) => void done.push(payload));
  await enqueue('later', { runAt: new Date(clock.now().getTime() + MINUTE_MS) });
  await clock.advance(MINUTE_MS - 1);
  await jobs.runDue();
  expect(done).toEqual([]);
  await clock.advance(1);
  await jobs.runDue();
  expect(done).toEqual(['later']);
});

test('a key waits once, and is accepted again when its job is done', async () => {
  const done: unknown[] = [];
  jobs.define(testJob, async (payload) => void done.push(payload));
  await Promise.all([1, 2, 3].map(() => enqueue('once', { key: 'a' })));
  await enqueue('other', { key: 'b' });
  await jobs.runDue();
  expect(new Set(done)).toEqual(new Set(['once', 'other']));
  expect(done).toHaveLength(2);
  await enqueue('again', { key: 'a' });
  await jobs.runDue();
  expect(done).toContain('again');
});

test('a key is accepted again once the transaction commits in which its job ends', async () => {
  let runs = 0;
  jobs.define(testJob, async (_, run) => {
    runs += 1;
    if (runs > 1) return;
    const failing = db.database.transaction(async (tx) => {
      await run.end(tx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await enqueue('ignored', { key: 'a' });
    await db.database.transaction((tx) => run.end(tx));
    await enqueue('again', { key: 'a' });
  });
  await enqueue('once', { key: 'a' });
  await jobs.runDue();
  expect(runs).toBe(2);
  expect(await listJobs()).toEqual([]);
});

test('a failing job is retried with growing pauses, then kept with its error until it is enqueued again', async () => {
  const attempts: { attempt: number; isLast: boolean; at: number }[] = [];
  const start = clock.now().getTime();
  jobs.define(
    testJob,
    async (_, { attempt, isLastAttempt }) => {
      attempts.push({ attempt, isLast: isLastAttempt, at: clock.now().getTime() - start });
      throw new Error('does not work');
    },
    { maxAttempts: 3 },
  );
  await enqueue('x', { key: 'a' });
  for (let second = 0; second < 30; second++) {
    await jobs.runDue();
    await clock.advance(1_000);
  }
  expect(attempts).toEqual([
    { attempt: 1, isLast: false, at: 0 },
    { attempt: 2, isLast: false, at: 5_000 },
    { attempt: 3, isLast: true, at: 20_000 },
  ]);
  expect(await listJobs()).toEqual([
    { payload: 'x', attempts: 3, lastError: 'does not work', failedAt: new Date(start + 20_000) },
  ]);
  await enqueue('y', { key: 'a' });
  await jobs.runDue();
  expect(attempts.at(-1)).toEqual({ attempt: 1, isLast: false, at: 30_000 });
});

test('many processes share the work and every job runs once [SCALE-02]', async () => {
  const done: unknown[] = [];
  const processes = [
    jobs,
    createJobs({ database: db.database, clock, log }),
    createJobs({ database: db.database, clock, log }),
  ];
  for (const one of processes) one.define(testJob, async (payload) => void done.push(payload));
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  await Promise.all(processes.map((one) => one.start()));
  for (const number of numbers) await enqueue(number);
  await vi.waitFor(() => expect(done).toHaveLength(numbers.length), WAIT);
  await Promise.all(processes.map((one) => one.stop()));
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
  expect(await listJobs()).toEqual([]);
});

test('a payload that does not fit its schema never reaches the handler, and the job is kept as failed', async () => {
  const handler = vi.fn<(payload: { id: number }) => Promise<void>>(async () => {});
  const strict = defineJob('strict', z.object({ id: z.number() }));
  jobs.define(strict, handler, { maxAttempts: 1 });
  await sql`insert into job (name, payload, run_at) values ('strict', '{"id":"7"}', ${clock.now()})`.execute(
    db.database.sql,
  );
  await jobs.enqueue(db.database.sql, strict, { id: 8 });
  await jobs.runDue();
  expect(handler.mock.calls.map(([payload]) => payload)).toEqual([{ id: 8 }]);
  expect(await listJobs()).toHaveLength(1);
});

test('another process runs the job of a process killed with kill -9 when the lease ends [SCALE-02]', async () => {
  const program = `
    import { systemClock } from '#platform/clock/clock';
    import { openDatabase } from '#platform/db/database';
    import { createJobs, defineJob } from '#platform/jobs/jobs';
    import { createLog } from '#platform/log/log';
    import { z } from 'zod';
    const [url, schema] = process.argv.slice(1);
    const log = createLog({ level: 'silent' });
    const database = await openDatabase({ url, schema, log });
    const fixed = { ...systemClock(), now: () => new Date(${clock.now().getTime()}) };
    const jobs = createJobs({ database, clock: fixed, log });
    jobs.define(defineJob('test', z.unknown()), () => { console.log('taken'); return new Promise(() => setInterval(() => {}, 1000)); }, { leaseMs: 4_000 });
    await jobs.start();`;
  const worker = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program, db.url, db.schema], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await enqueue('resumed');
  await once(createInterface({ input: worker.stdout }), 'line');
  worker.kill('SIGKILL');
  await once(worker, 'exit');

  const done: unknown[] = [];
  jobs.define(testJob, async (payload, { attempt }) => void done.push({ payload, attempt }));
  await clock.advance(3_999);
  await jobs.runDue();
  expect(done).toEqual([]);
  await clock.advance(1);
  await jobs.runDue();
  expect(done).toEqual([{ payload: 'resumed', attempt: 2 }]);
});

test('a long job keeps its lease while its worker lives', async () => {
  const { handler, runs, open } = gate();
  jobs.define(testJob, handler);
  await jobs.start();
  await enqueue('long');
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  const other = createJobs({ database: db.database, clock, log });
  const stolen = vi.fn<() => Promise<void>>(async () => {});
  other.define(testJob, stolen);
  for (let minute = 0; minute < 3; minute++) {
    await clock.advance(MINUTE_MS);
    await other.runDue();
  }
  expect(stolen).not.toHaveBeenCalled();
  open();
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), WAIT);
});

test('a run whose lease ended while the database was away is not started a second time by its own worker', async () => {
  const { handler, runs, open } = gate();
  jobs.define(testJob, handler, { concurrency: 2 });
  await jobs.start();
  await enqueue('long');
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  await sql`update job set leased_until = ${clock.now()}`.execute(db.database.sql);
  await enqueue('other');
  await vi.waitFor(() => expect(runs).toHaveLength(2), WAIT);
  open();
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), WAIT);
  expect(runs).toHaveLength(2);
});

test('each of many jobs enqueued at once runs at its own time, and once per key', async () => {
  const done: unknown[] = [];
  jobs.define(testJob, async (payload) => void done.push(payload));
  const later = new Date(clock.now().getTime() + MINUTE_MS);
  const many = [
    { payload: 'now', key: 'a' },
    { payload: 'later', key: 'b', runAt: later },
  ];
  await jobs.enqueueAll(db.database.sql, testJob, many);
  await jobs.enqueueAll(db.database.sql, testJob, [...many, { payload: 'new', key: 'c' }]);
  await jobs.enqueueAll(db.database.sql, testJob, []);
  await jobs.runDue();
  expect(done).toEqual(['now', 'new']);
  await clock.advance(MINUTE_MS);
  await jobs.runDue();
  expect(done).toEqual(['now', 'new', 'later']);
});

test('hanging jobs of one kind do not delay another kind', async () => {
  const { handler, runs, open } = gate();
  const done: unknown[] = [];
  jobs.define(testJob, handler, { concurrency: 2 });
  jobs.define(otherJob, async (payload) => void done.push(payload));
  await jobs.start();
  for (let index = 0; index < 20; index++) await enqueue(index);
  await vi.waitFor(() => expect(runs).toHaveLength(2), WAIT);
  await jobs.enqueue(db.database.sql, otherJob, 'urgent');
  await vi.waitFor(() => expect(done).toEqual(['urgent']), WAIT);
  expect(runs).toHaveLength(2);
  open();
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), WAIT);
  expect(runs).toHaveLength(20);
});

test('a job that returns a time runs again as the same job, uncounted, and ignores a duplicate of the key', async () => {
  const runs: number[] = [];
  jobs.define(
    testJob,
    async (_, { attempt }) => {
      runs.push(attempt);
      // A running job keeps its key, so this call alone would leave no waiting job.
      await enqueue('again', { key: 'one' });
      return runs.length < 4 ? new Date(clock.now().getTime() + MINUTE_MS) : undefined;
    },
    { maxAttempts: 1 },
  );
  await enqueue('later', { key: 'one' });
  for (let minute = 1; minute < 4; minute++) {
    await Promise.all([jobs.runDue(), jobs.runDue()]);
    expect(runs).toEqual(Array(minute).fill(1));
    expect(await listJobs()).toEqual([{ payload: 'later', attempts: 0, lastError: null, failedAt: null }]);
    await clock.advance(MINUTE_MS);
  }
  await jobs.runDue();
  expect(runs).toHaveLength(4);
  expect(await listJobs()).toEqual([]);
});

test('failures before a run that returned a time do not count for the next run', async () => {
  const attempts: number[] = [];
  jobs.define(
    testJob,
    async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length % 2 === 1) throw new Error('does not work now');
      return new Date(clock.now().getTime() + MINUTE_MS);
    },
    { maxAttempts: 2 },
  );
  await enqueue('round', { key: 'one' });
  for (let round = 0; round < 3; round++) {
    await jobs.runDue();
    await clock.advance(MINUTE_MS);
  }
  expect(attempts).toEqual([1, 2, 1]);
  expect(await listJobs()).toMatchObject([{ payload: 'round', failedAt: null }]);
});

test('stopping waits for running jobs', async () => {
  const { handler, runs, open } = gate();
  jobs.define(testJob, handler);
  await jobs.start();
  await enqueue('running');
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  const stopped = jobs.stop();
  open();
  await stopped;
  expect(runs[0]?.signal.aborted).toBe(false);
  expect(await listJobs()).toEqual([]);
});

test('stopping aborts a hanging job and releases the job without counting the attempt', async () => {
  const runs: JobRun[] = [];
  jobs.define(testJob, (_, run) => {
    runs.push(run);
    return new Promise((_resolve, reject) => {
      run.signal.addEventListener('abort', () => reject(run.signal.reason as Error));
    });
  });
  await jobs.start();
  await enqueue('endless');
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  await jobs.stop();
  expect(await listJobs()).toEqual([{ payload: 'endless', attempts: 0, lastError: null, failedAt: null }]);
});
