import { listPositions } from '@trace/contract/tracking/tracking.api';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMissedPositions } from './tracking-missed.ts';
import { accept, emptyLog } from './tracking-position-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const position = (id: string, receivedAt: number): Position => ({
  serialNumber: 'Trace_4F21',
  id,
  fix: true,
  lat: -33.8,
  lng: 151.2,
  speedMps: null,
  courseDeg: null,
  accuracyM: null,
  at: receivedAt,
  receivedAt,
  source: 'live_gps',
});

/** A page that follows a device over a line on which each answer takes `wayMs`. */
function followed(wayMs: number) {
  const world = { wayMs, status: 200, positions: [] as Position[], asked: [] as URLSearchParams[], ended: 0 };
  let log = emptyLog;
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    world.asked.push(new URL(address, 'https://trace.example').searchParams);
    return new Promise<Response>((resolve, reject) => {
      const answer = () => {
        const body = { positions: world.positions, complete: true, asOf: Date.now() };
        resolve(Response.json(listPositions.answer.parse(body), { status: world.status }));
      };
      const timer = setTimeout(answer, world.wayMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        world.ended += 1;
        reject(new DOMException('ended', 'AbortError'));
      });
    });
  });
  const missed = createMissedPositions({
    serial: 'Trace_4F21',
    readLog: () => log,
    onAnswer: ({ positions }) => {
      log = accept(log, positions);
    },
  });
  onTestFinished(missed.end);
  const pollFor = async (seconds: number) => {
    for (let nth = 0; nth < seconds; nth += 3) {
      missed.poll();
      await vi.advanceTimersByTimeAsync(3 * SECOND_MS);
    }
  };
  return { world, missed, pollFor, ids: () => log.fixed.map(({ id }) => id) };
}

test('answers each request before the next poll on a line slower than the poll interval [LIVE-11] [LIVE-09]', async () => {
  const { world, pollFor, ids } = followed(7 * SECOND_MS);
  world.positions = [position('a', Date.now())];
  await pollFor(9);
  expect([ids(), world.asked.length, world.ended]).toEqual([['a'], 1, 0]);
  world.positions = [position('b', Date.now())];
  await pollFor(9);
  expect([ids(), world.asked.length, world.ended]).toEqual([['a', 'b'], 2, 0]);
  expect(world.asked[1]!.get('known')).toBe('a');
});

test('after a gap during a request, requests again from the start of the gap [LIVE-09]', async () => {
  const { world, missed, ids } = followed(5 * SECOND_MS);
  missed.ask();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  const gapAt = Date.now();
  missed.ask();
  missed.ask();
  world.positions = [position('late', gapAt + 200 * SECOND_MS)];
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS);
  expect([ids(), world.asked.length, world.ended]).toEqual([['late'], 2, 0]);
  expect(Number(world.asked[1]!.get('receivedSince'))).toBe(gapAt - 30 * SECOND_MS);
});

test('retries a request that times out and keeps its start time [LIVE-09]', async () => {
  const { world, missed, pollFor, ids } = followed(600 * SECOND_MS);
  missed.ask();
  await pollFor(27);
  expect([world.asked.length, world.ended]).toEqual([1, 0]);
  world.wayMs = 100;
  world.positions = [position('a', Date.now())];
  await pollFor(6);
  expect([ids(), world.ended]).toEqual([['a'], 1]);
  expect(world.asked[1]!.get('receivedSince')).toBe(world.asked[0]!.get('receivedSince'));
});

test('retries failed requests, lets a poll skip the wait, and stops when ended [LIVE-09]', async () => {
  const { world, missed, ids } = followed(10);
  world.status = 503;
  missed.ask();
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  const tries = world.asked.length;
  expect(tries).toBeGreaterThan(2);
  world.status = 200;
  world.positions = [position('a', Date.now())];
  missed.poll();
  await vi.advanceTimersByTimeAsync(10);
  expect([ids(), world.asked.length]).toEqual([['a'], tries + 1]);
  missed.poll();
  missed.end();
  await vi.advanceTimersByTimeAsync(120 * SECOND_MS);
  expect(world.asked).toHaveLength(tries + 2);
});
