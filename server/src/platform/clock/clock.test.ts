import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { databaseClock, systemClock } from '#platform/clock/clock';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

describe('the system clock', () => {
  const clock = systemClock();

  test('runs once after a while, unless stopped', async () => {
    const run = vi.fn<() => void>();
    const never = vi.fn<() => void>();
    clock.after(1, run);
    clock.after(1, never)();
    await clock.sleep(20);
    expect(run).toHaveBeenCalledTimes(1);
    expect(never).not.toHaveBeenCalled();
  });

  test('an interval never overlaps itself and ends when stopped', async () => {
    let isRunning = false;
    let overlaps = 0;
    const run = vi.fn<() => Promise<void>>(async () => {
      if (isRunning) overlaps++;
      isRunning = true;
      await clock.sleep(5);
      isRunning = false;
    });
    const stop = clock.every(1, run);
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
    stop();
    await vi.waitFor(() => expect(isRunning).toBe(false));
    const calls = run.mock.calls.length;
    await clock.sleep(20);
    expect([overlaps, run.mock.calls.length]).toEqual([0, calls]);
  });

  test('a sleep ends early, without an error, when its signal aborts', async () => {
    const abort = new AbortController();
    const slept = clock.sleep(60_000, abort.signal);
    abort.abort();
    await slept;
    await clock.sleep(60_000, abort.signal);
    expect(abort.signal.aborted).toBe(true);
  });

  test('a wait of months does not fire at once', async () => {
    const run = vi.fn<() => void>();
    const stop = clock.after(100 * 24 * 60 * 60_000, run);
    await clock.sleep(20);
    stop();
    expect(run).not.toHaveBeenCalled();
  });
});

describe("the database's clock", () => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await testDatabase();
  });

  afterAll(() => db.drop());

  test("shows the database's time even when the server's clock is wrong", async () => {
    const wrong = fakeClock(new Date('2001-01-01T00:00:00Z'));
    const clock = await databaseClock(db.database, wrong);
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db.database.sql);
    const before = clock.now().getTime();
    expect(Math.abs(before - rows[0]!.at.getTime())).toBeLessThan(1_000);
    wrong.set(new Date('2050-01-01T00:00:00Z'));
    expect(clock.now().getTime() - before).toBeLessThan(10_000);
    clock.stop();
  });

  test('measures again every minute, and carries on when the database is away', async () => {
    const base = fakeClock();
    const other = await testDatabase();
    const clock = await databaseClock(other.database, base);
    await other.drop();
    const before = clock.now().getTime();
    await base.advance(60_000);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    clock.stop();
  });

  test('an answer that takes ten seconds moves the clock of no process', async () => {
    const base = fakeClock();
    const clock = await databaseClock(db.database, base);
    const elapsed = performance.now.bind(performance);
    let laterMs = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + laterMs);
    const before = clock.now().getTime();
    spy.mockImplementationOnce(() => {
      laterMs = 10_000;
      return elapsed();
    });
    await base.advance(60_000);
    const passedMs = clock.now().getTime() - before;
    spy.mockRestore();
    clock.stop();
    expect(passedMs).toBeGreaterThanOrEqual(10_000);
    expect(passedMs).toBeLessThan(12_000);
  });
});

describe('the clock of tests', () => {
  test('fires due timers in order, each at its own instant', async () => {
    const clock = fakeClock(new Date('2026-01-01T00:00:00Z'));
    const seen: string[] = [];
    const note = (name: string) => () => void seen.push(`${name} ${clock.now().toISOString().slice(14, 19)}`);
    clock.after(3_000, note('c'));
    clock.after(1_000, note('a'));
    clock.after(1_000, note('b'));
    clock.after(9_000, note('never'));
    const stop = clock.every(2_000, note('every'));
    await clock.advance(5_000);
    stop();
    await clock.advance(3_000);
    expect(seen).toEqual(['a 00:01', 'b 00:01', 'every 00:02', 'c 00:03', 'every 00:04']);
    expect(clock.now()).toEqual(new Date('2026-01-01T00:00:08Z'));
  });

  test('waits for asynchronous runs, rethrows their errors, and skips runs that sleep on the fake clock', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    clock.every(1_000, async () => {
      await systemClock().sleep(5);
      seen.push('done');
    });
    await clock.advance(2_000);
    expect(seen).toEqual(['done', 'done']);

    const sleeper = fakeClock();
    sleeper.every(1_000, async () => {
      await sleeper.sleep(500);
      seen.push('slept');
    });
    await sleeper.advance(1_000);
    await sleeper.advance(500);
    expect(seen.at(-1)).toBe('slept');

    clock.after(0, () => {
      throw new Error('thrown in a timer');
    });
    await expect(clock.advance(1)).rejects.toThrow('thrown in a timer');
  });

  test('thins out an interval in a long advance, and runs normally afterwards', async () => {
    const clock = fakeClock();
    const run = vi.fn<() => void>();
    clock.every(1_000, run);
    await clock.advance(15_000);
    expect(run).toHaveBeenCalledTimes(15);
    run.mockClear();
    await clock.advance(365 * 24 * 60 * 60_000);
    expect(run.mock.calls.length).toBeGreaterThan(2);
    expect(run.mock.calls.length).toBeLessThan(7);
    run.mockClear();
    await clock.advance(5_000);
    expect(run).toHaveBeenCalledTimes(5);
  });

  test('a jump of its wall clock moves no timer', async () => {
    const clock = fakeClock(new Date('2026-01-01T00:00:00Z'));
    const run = vi.fn<() => void>();
    clock.after(1_000, run);
    clock.set(new Date('2030-01-01T00:00:00Z'));
    await clock.advance(999);
    expect(run).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(run).toHaveBeenCalledTimes(1);
    expect(clock.now()).toEqual(new Date('2030-01-01T00:00:01Z'));
  });
});
