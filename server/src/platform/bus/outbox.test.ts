import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { createOutbox, defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Outbox, OutboxEvent } from '#platform/bus/outbox';
import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

const WAIT = { timeout: 10_000 };
const account = randomUUID();
const stranger = randomUUID();

let db: TestDatabase;
let outbox: Outbox;
let heard: OutboxEvent[];

beforeEach(async () => {
  db = await testDatabase();
  outbox = createOutbox({ database: db.database, clock: fakeClock(), log: createLog({ level: 'silent' }) });
  heard = [];
  outbox.subscribe((events) => heard.push(...events));
  await outbox.start();
});

afterEach(async () => {
  await outbox.stop();
  await db.drop();
});

const happened = defineEventKind('test.happened', z.unknown());
const numbers = (events: readonly OutboxEvent[]): unknown[] => events.map(({ payload }) => payload);

const announce = (payload: unknown, audience = [account]): Promise<void> =>
  db.database.transaction((tx) => publishAfterCommit(tx, happened, audience, payload));

/** A second connection, to hold transactions open in an order that the test chooses. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url, options: `-c search_path=${db.schema}` });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const insertBy = (client: pg.Client, payload: number): Promise<unknown> =>
  client.query(
    `with written as (
      insert into outbox (kind, audience, payload) values ('test.happened', $1, $2) returning 1
    ) select pg_notify('outbox', '') from written`,
    [[account], payload],
  );

test('publishes an event with its audience and payload after its transaction commits', async () => {
  await announce({ snake_key: 1 }, [account, stranger]);
  await vi.waitFor(() => expect(heard).toHaveLength(1), WAIT);
  expect(heard[0]).toEqual({
    cursor: expect.stringMatching(/^\d+\.\d+$/),
    kind: 'test.happened',
    audience: [account, stranger],
    payload: { snake_key: 1 },
    at: expect.any(Date),
  });
});

test('an event of a transaction that rolled back is never told', async () => {
  const failing = db.database.transaction(async (tx) => {
    await publishAfterCommit(tx, happened, [account], 'lost');
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await announce('kept');
  await vi.waitFor(() => expect(numbers(heard)).toEqual(['kept']), WAIT);
});

test('an event whose transaction began first and commits last is neither skipped nor told twice', async () => {
  const slow = await connect();
  try {
    await slow.query('begin');
    await insertBy(slow, 1);
    await announce(2);
    await announce(3);
    await isHeldBack(2);
    await slow.query('commit');
    await vi.waitFor(() => expect(numbers(heard)).toEqual([1, 2, 3]), WAIT);
  } finally {
    await slow.end();
  }
});

/** The later events are committed and have been looked at, and yet are held back until the older transaction ends. */
async function isHeldBack(committed: number): Promise<void> {
  const { rows } = await sql`select count(*) as committed, clock_timestamp() as at from outbox`.execute(
    db.database.sql,
  );
  const [found] = rows as { committed: number; at: Date }[];
  expect(found?.committed).toBe(committed);
  await outboxHasLooked(found!.at);
  expect(heard).toEqual([]);
}

async function outboxHasLooked(after: Date): Promise<void> {
  const client = await connect();
  const text = `select 1 from pg_stat_activity
    where application_name = $1 and query_start > $2 and query like '%prepared: outbox tail%'`;
  await expect
    .poll(async () => (await client.query(text, [`trace ${db.schema}`, after])).rowCount, WAIT)
    .toBeGreaterThan(0);
  await client.end();
}

test('many writers at once: every event is told once, and in the same order to every process', async () => {
  const other: OutboxEvent[] = [];
  const otherProcess = createOutbox({
    database: db.database,
    clock: fakeClock(),
    log: createLog({ level: 'silent' }),
  });
  otherProcess.subscribe((events) => other.push(...events));
  await otherProcess.start();

  const writers = Array.from({ length: 8 }, (_, writer) => writeMany(writer));
  await Promise.all(writers);
  const expected = Array.from({ length: 8 * 25 }, (_, index) => index);

  await vi.waitFor(() => expect(heard).toHaveLength(expected.length), WAIT);
  await vi.waitFor(() => expect(other).toHaveLength(expected.length), WAIT);
  expect(numbers(heard).toSorted((a, b) => Number(a) - Number(b))).toEqual(expected);
  expect(other.map(({ cursor }) => cursor)).toEqual(heard.map(({ cursor }) => cursor));
  await otherProcess.stop();
});

async function writeMany(writer: number): Promise<void> {
  const client = await connect();
  try {
    for (let index = 0; index < 25; index++) {
      await client.query('begin');
      await insertBy(client, writer * 25 + index);
      // A longer open transaction is overtaken by more other transactions.
      await client.query('select pg_sleep($1)', [((writer * 7 + index * 3) % 5) / 1000]);
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
}

test('events that come while the listening connection is cut are told all the same', async () => {
  const client = await connect();
  try {
    await announce(1);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1', [
      `trace ${db.schema}%`,
    ]);
    for (const payload of [2, 3]) await insertBy(client, payload);
    await vi.waitFor(() => expect(numbers(heard)).toEqual([1, 2, 3]), WAIT);
  } finally {
    await client.end();
  }
});

test('a subscriber that throws is no hindrance to the others', async () => {
  outbox.subscribe(() => {
    throw new Error('broken');
  });
  const late: OutboxEvent[] = [];
  outbox.subscribe((events) => late.push(...events));
  await announce(1);
  await vi.waitFor(() => expect(numbers(late)).toEqual([1]), WAIT);
});

test('a browser that reconnects gets only the missed events that its account may see', async () => {
  const before = outbox.position();
  await announce(1);
  await announce(2, [stranger]);
  await announce(3, [account, stranger]);
  await vi.waitFor(() => expect(heard).toHaveLength(3), WAIT);

  const missed = await outbox.readSince(before, [account], 10);
  expect({ seen: numbers(missed.events), complete: missed.complete }).toEqual({ seen: [1, 3], complete: true });
  const rest = await outbox.readSince(missed.events[0]!.cursor, [account], 10);
  expect({ seen: numbers(rest.events), complete: rest.complete }).toEqual({ seen: [3], complete: true });
  expect(await outbox.readSince(outbox.position(), [account], 10)).toEqual({ events: [], complete: true });
});

test('browsers that come back together each get the events that they missed, each event once', async () => {
  const before = outbox.position();
  await announce(1, [account, stranger]);
  await announce(2, [stranger]);
  await announce(3);
  await vi.waitFor(() => expect(heard).toHaveLength(3), WAIT);
  const after = heard[1]!.cursor;

  const answers = await Promise.all([
    outbox.readSince(before, [account], 10),
    outbox.readSince(before, [account, stranger], 10),
    outbox.readSince(after, [stranger, account], 10),
    outbox.readSince(before, [account, stranger], 2),
    outbox.readSince('18446744073709551615.1', [account], 10),
  ]);
  expect(answers.map(({ events, complete }) => ({ seen: numbers(events), complete }))).toEqual([
    { seen: [1, 3], complete: true },
    { seen: [1, 2, 3], complete: true },
    { seen: [3], complete: true },
    { seen: [], complete: false },
    { seen: [], complete: false },
  ]);
});

test('a browser that missed more than the limit is told to load anew', async () => {
  const before = outbox.position();
  for (const payload of [1, 2, 3]) await announce(payload);
  await vi.waitFor(() => expect(heard).toHaveLength(3), WAIT);
  expect(await outbox.readSince(before, [account], 2)).toEqual({ events: [], complete: false });
});

test.each(['', 'x', '12', '-1.0', '1.99999999999999999999', '18446744073709551615.1'])(
  'the unknown cursor %j means: load anew',
  async (cursor) => {
    expect(await outbox.readSince(cursor, [account], 10)).toEqual({ events: [], complete: false });
  },
);

test('events are pruned after a day, and a cursor from before that means: load anew', async () => {
  const before = outbox.position();
  await announce(1);
  await announce(2);
  await vi.waitFor(() => expect(heard).toHaveLength(2), WAIT);
  await sql`update outbox set at = now() - interval '25 hours' where payload = '1'`.execute(db.database.sql);

  expect(await outbox.prune()).toBe(1);
  expect(await outbox.readSince(before, [account], 10)).toEqual({ events: [], complete: false });
  const rest = await outbox.readSince(heard[0]!.cursor, [account], 10);
  expect({ seen: numbers(rest.events), complete: rest.complete }).toEqual({ seen: [2], complete: true });
});
