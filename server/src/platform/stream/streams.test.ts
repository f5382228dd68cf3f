import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STREAM_BEAT_MS, streamEvent } from '@trace/contract/kernel/stream';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Actor } from '#platform/actor/actor';
import { createOutbox, defineEventKind, publishAfterCommit, type Outbox, type OutboxEvent } from '#platform/bus/outbox';
import { createLog } from '#platform/log/log';
import { createServerProcesses } from '#platform/processes/server-processes';
import { eventually } from '#testing/eventually';
import { fakeClock } from '#testing/fake-clock';
import { readStream, type OpenStream } from '#testing/sse';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { pushDurably } from './durable-event.ts';
import { createStreams, type Streams } from './streams.ts';

const clock = fakeClock();
const log = createLog({ level: 'silent' });
const place = streamEvent({
  name: 'place',
  delivery: 'newest',
  data: z.object({ key: z.string(), nth: z.number(), filling: z.string() }),
});
const news = streamEvent({
  name: 'news',
  delivery: 'durable',
  data: z.object({ nth: z.number(), filling: z.string().optional() }),
});

const newsHappened = defineEventKind('news', news.data);

let store: TestDatabase;
let outbox: Outbox;
let streams: Streams;
let server: Server;
let url: string;
const ended = new Set<string>();
const hidden = new Set<number>();
/** Of other server processes. */
const others = new Set<string>();
let isDatabaseAway = false;
const responses: ServerResponse[] = [];
let holdPresent: Promise<void> = Promise.resolve();

beforeAll(async () => {
  store = await testDatabase();
  outbox = createOutbox({ database: store.database, clock, log });
  await outbox.start();
  streams = startStreams(outbox);
  server = createServer((request, response) => {
    responses.push(response);
    const lastEventId = request.headers['last-event-id'] as string | undefined;
    void streams.open(actorOf(request.url!.slice(1)), response, lastEventId ?? null, {});
  });
  server.listen(0, '127.0.0.1');
  await eventually(() => server.listening, Boolean);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  streams.stop();
  server.closeAllConnections();
  server.close();
  await outbox.stop();
  await store.drop();
});

const pushed = pushDurably(news, newsHappened, async (payload) => {
  await holdPresent;
  return hidden.has(payload.nth) ? null : payload;
});

function startStreams(from: Outbox): Streams {
  const started = createStreams({
    processes: { ...createServerProcesses({ database: store.database, log, version: '1' }), others: () => others },
    outbox: from,
    clock,
    log,
    durableEvents: () => [pushed],
    liveSessions: async (ids) => {
      if (isDatabaseAway) throw new Error('the database is away');
      return new Set(ids.filter((id) => !ended.has(id)));
    },
  });
  started.start();
  return started;
}

let person: string;
beforeEach(() => {
  person = randomUUID();
  isDatabaseAway = false;
  others.clear();
});

const actorOf = (accountId: string): Actor => ({
  accountId,
  sessionId: accountId,
  role: 'user',
  email: 'a@example.com',
  firstName: 'A',
  lastName: 'B',
  timeZone: 'UTC',
  provedAt: new Date(0),
});
const open = (lastEventId?: string): Promise<OpenStream> =>
  readStream(`${url}/${person}`, lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
const tell = (nth: number, filling?: string): Promise<void> =>
  store.database.transaction((tx) =>
    publishAfterCommit(tx, newsHappened, [person], { nth, ...(filling === undefined ? {} : { filling }) }),
  );
/** Waits until the outbox has delivered every event, so that a new stream finds these events behind its cursor. */
async function handedOver(): Promise<void> {
  const other = randomUUID();
  const watcher = await readStream(`${url}/${other}`);
  await store.database.transaction((tx) => publishAfterCommit(tx, newsHappened, [other], { nth: 0 }));
  await watcher.until('news');
  watcher.close();
}

const numbers = (stream: OpenStream): number[] => stream.of<{ nth: number }>('news').map(({ nth }) => nth);

test('the first event is hello, whose id lets a page resume when no later event arrived [LIVE-09]', async () => {
  const first = await open();
  expect(first.events[0]).toMatchObject({
    event: 'hello',
    id: expect.stringMatching(/^\d+\.\d+$/),
    data: { streamId: expect.any(String), complete: true },
  });
  first.close();
  await tell(1);
  await tell(2);
  const second = await open(first.lastId());
  await second.until('news', 2);
  expect(numbers(second)).toEqual([1, 2]);
  expect(second.of('hello')).toEqual([expect.objectContaining({ complete: true })]);
  second.close();
});

test('a stream delivers events published during opening in order, without gaps or duplicates [LIVE-09]', async () => {
  const first = await open();
  first.close();
  const publishing = (async () => {
    for (let nth = 1; nth <= 60; nth += 1) await tell(nth);
  })();
  let after = first.lastId();
  const seen: number[] = [];
  while (seen.length < 60) {
    const stream = await open(after);
    await eventually(
      () => numbers(stream).length,
      (count) => count > 0,
    );
    stream.close();
    seen.push(...numbers(stream));
    after = stream.lastId();
  }
  await publishing;
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});

test('a page that is ahead of the process where it resumes gets no event twice [LIVE-09] [SCALE-02]', async () => {
  await handedOver();
  const unread: OutboxEvent[] = [];
  onTestFinished(outbox.subscribe((events) => void unread.push(...events)));
  let read: (events: OutboxEvent[]) => void = () => {};
  const start = outbox.position();
  const first = await open();
  for (const nth of [1, 2]) await tell(nth);
  await first.until('news', 2);
  first.close();

  const usual = streams;
  streams = startStreams({
    ...outbox,
    position: () => start,
    subscribe: (onEvents) => {
      read = onEvents;
      return () => {};
    },
  });
  onTestFinished(() => {
    streams.stop();
    streams = usual;
  });
  const second = await open(first.lastId());
  await tell(3);
  await eventually(
    () => unread.length,
    (count) => count === 3,
  );
  read(unread);
  await second.until('news');
  expect(numbers(second)).toEqual([3]);
});

test('a page is told to reload when it missed more events than the limit or has an unknown cursor [LIVE-09]', async () => {
  const first = await open();
  first.close();
  await store.database.transaction(async (tx) => {
    for (let nth = 0; nth <= 500; nth += 1) await publishAfterCommit(tx, newsHappened, [person], { nth });
  });
  await handedOver();
  for (const cursor of [first.lastId(), '0.0']) {
    const stream = await open(cursor);
    expect(stream.of('hello')).toEqual([expect.objectContaining({ complete: false })]);
    expect(numbers(stream)).toEqual([]);
    stream.close();
  }
});

test('an event reaches only its audience, and only while the user has access [GUARD-07]', async () => {
  const mine = await open();
  const stranger = await readStream(`${url}/${randomUUID()}`);
  hidden.add(2);
  onTestFinished(() => hidden.clear());
  for (const nth of [1, 2, 3]) await tell(nth);
  await mine.until('news', 2);
  expect(numbers(mine)).toEqual([1, 3]);
  expect(numbers(stranger)).toEqual([]);
  mine.close();
  stranger.close();
});

test('an event that cannot be pushed cuts the stream, and the resumed page receives the event [LIVE-09]', async () => {
  const stream = await open();
  const failure = Promise.reject(new Error('the database is away'));
  failure.catch(() => {});
  holdPresent = failure;
  await tell(1);
  await eventually(stream.isOver, Boolean);
  holdPresent = Promise.resolve();
  const again = await open(stream.lastId());
  await again.until('news');
  expect(numbers(again)).toEqual([1]);
  again.close();
});

test('open accounts are the users with an open stream [LIVE-08]', async () => {
  const [one, two] = [await open(), await open()];
  expect(streams.openAccounts().has(person)).toBe(true);
  one.close();
  two.close();
  await eventually(
    () => streams.openAccounts().has(person),
    (isThere) => !isThere,
  );
});

test('a beat comes every 15 seconds', async () => {
  const stream = await open();
  await clock.advance(STREAM_BEAT_MS);
  await stream.until('beat', 1);
  await clock.advance(STREAM_BEAT_MS);
  expect(await stream.until('beat', 2)).toEqual([{ at: expect.any(Number) }, { at: clock.now().getTime() }]);
  stream.close();
});

test('a stream ends within a second of its session and reports the reason [SESS-03]', async () => {
  const stream = await open();
  ended.add(person);
  await clock.advance(1_000);
  await eventually(stream.isOver, Boolean);
  expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed_out' } });
});

test('the 21st stream of a user ends only the oldest stream of this user', async () => {
  const other = await readStream(`${url}/${randomUUID()}`);
  const opened: OpenStream[] = [];
  for (let count = 0; count < 21; count += 1) opened.push(await open());
  await eventually(opened[0]!.isOver, Boolean);
  expect(opened[0]!.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'too_many_streams' } });
  expect(opened.slice(1).filter((stream) => stream.isOver())).toEqual([]);
  expect(other.isOver()).toBe(false);
  for (const stream of [...opened, other]) stream.close();
});

/** Pushes more than any socket holds, a little in each turn of the event loop. */
async function flood(keys: number, filling = 'x'.repeat(4_000)): Promise<number> {
  let nth = 0;
  for (let turn = 0; turn < 1_500; turn += 1) {
    for (let key = 0; key < keys; key += 1)
      streams.push(place, [person], `k${key}`, { key: `k${key}`, nth: (nth += 1), filling });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return nth;
}

test('a slow reader uses bounded memory, then gets the newest event per key and a gap event', async () => {
  const stream = await open();
  stream.pause();
  const pushed = await flood(3);
  const response = responses.at(-1)!;
  expect(response.writableLength).toBeLessThan(256 * 1024);
  stream.resume();
  await eventually(
    () => Math.max(...stream.of<{ nth: number }>('place').map(({ nth }) => nth)),
    (nth) => nth === pushed,
  );
  const places = stream.of<{ key: string; nth: number }>('place');
  expect(places.length).toBeLessThan(pushed);
  const newest = Object.fromEntries(places.map(({ key, nth }) => [key, nth]));
  expect(newest).toEqual({ k0: pushed - 2, k1: pushed - 1, k2: pushed });
  await stream.until('gap');
  expect(stream.isOver()).toBe(false);
  stream.close();
});

test('a slow reader does not get state that was dropped while it waited, and gets a gap event [T23]', async () => {
  const stream = await open();
  stream.pause();
  const pushed = await flood(2);
  streams.dropWaiting(place, 'k0');
  stream.resume();
  await eventually(
    () => stream.of<{ nth: number }>('place').map(({ nth }) => nth),
    (seen) => seen.includes(pushed),
  );
  expect(stream.of<{ nth: number }>('place').map(({ nth }) => nth)).not.toContain(pushed - 1);
  await stream.until('gap');
  stream.close();
});

test('a burst for thousands of keys in a single turn does not end an active reader', async () => {
  const stream = await open();
  for (let key = 0; key < 4_000; key += 1)
    streams.push(place, [person], `k${key}`, { key: `k${key}`, nth: key, filling: 'x'.repeat(1_000) });
  await eventually(
    () => new Set(stream.of<{ key: string }>('place').map(({ key }) => key)).size,
    (size) => size === 4_000,
  );
  expect(stream.isOver()).toBe(false);
  stream.close();
});

test('an event of an unknown shape makes the page load anew, and later events arrive [LIVE-09]', async () => {
  const stream = await open();
  const older = defineEventKind('news', z.object({ number: z.string() }));
  await store.database.transaction((tx) => publishAfterCommit(tx, older, [person], { number: 'one' }));
  await tell(2);
  await stream.until('news');
  expect(stream.of('gap')).toHaveLength(1);
  expect(numbers(stream)).toEqual([2]);
  stream.close();
});

test('a back-fill of megabytes does not end an active reader [LIVE-09]', async () => {
  const first = await open();
  first.close();
  const filling = 'x'.repeat(6_000);
  await store.database.transaction(async (tx) => {
    for (let nth = 0; nth < 500; nth += 1) await publishAfterCommit(tx, newsHappened, [person], { nth, filling });
  });
  await handedOver();
  const stream = await open(first.lastId());
  await stream.until('news', 500);
  expect(numbers(stream)).toEqual(Array.from({ length: 500 }, (_, index) => index));
  stream.close();
});

test('a reader that stops reading is ended at once above the buffer limit, else after three beats', async () => {
  const hung = await open();
  hung.pause();
  await flood(1);
  const response = responses.at(-1)!;
  expect(response.destroyed).toBe(false);
  for (let beat = 0; beat < 3; beat += 1) await clock.advance(STREAM_BEAT_MS);
  expect(response.destroyed).toBe(true);
  expect(streams.openAccounts().has(person)).toBe(false);

  const second = await open();
  second.pause();
  const waiting = responses.at(-1)!;
  for (let nth = 0; nth < 200 && !waiting.destroyed; nth += 1) await tell(nth, 'x'.repeat(100_000));
  await eventually(() => waiting.destroyed, Boolean);
  expect(streams.openAccounts().has(person)).toBe(false);
});

test('a stream that ends during its back-fill gets no further writes', async () => {
  const first = await open();
  first.close();
  await tell(1);
  await handedOver();
  const gate = Promise.withResolvers<void>();
  holdPresent = gate.promise;
  const stream = await open(first.lastId());
  ended.add(person);
  await clock.advance(1_000);
  await eventually(stream.isOver, Boolean);
  gate.resolve();
  await holdPresent;
  holdPresent = Promise.resolve();
  // A write after the end would crash the whole process within the next turns.
  const after = await readStream(`${url}/${randomUUID()}`);
  after.close();
  expect(stream.of('news')).toEqual([]);
});

test('a browser that disconnects before its stream begins is not registered', async () => {
  await open();
  const gone = responses.at(-1)!;
  gone.destroy();
  await eventually(
    () => streams.openAccounts().has(person),
    (isThere) => !isThere,
  );
  await streams.open(actorOf(person), gone, null, {});
  expect(streams.openAccounts().has(person)).toBe(false);
});

test('a stream that cannot begin is cut, so that the page comes again', async () => {
  const stop = streams.beforeHello(async () => {
    throw new Error('the database is away');
  });
  onTestFinished(stop);
  const { status, body } = await fetch(`${url}/${person}`);
  expect(status).toBe(200);
  await expect(body!.getReader().read()).rejects.toThrow('terminated');
  expect(streams.openAccounts().has(person)).toBe(false);
});

test('a process without its database cuts the streams after 15 seconds, so that pages find another one [SCALE-02]', async () => {
  others.add(randomUUID());
  const stream = await open();
  await clock.advance(60_000);
  isDatabaseAway = true;
  await clock.advance(9_000);
  expect(stream.isOver()).toBe(false);
  await clock.advance(7_000);
  await eventually(stream.isOver, Boolean);
  expect(stream.of('end')).toEqual([]);
});

test('the only process keeps its streams while the database is away [SCALE-01]', async () => {
  const stream = await open();
  isDatabaseAway = true;
  for (let beats = 1; beats <= 4; beats += 1) {
    await clock.advance(STREAM_BEAT_MS);
    await stream.until('beat', beats);
  }
  expect(stream.isOver()).toBe(false);
  stream.close();
});
