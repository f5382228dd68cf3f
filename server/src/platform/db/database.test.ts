import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { isConnectionLost, isDataError, isUniqueViolation } from '#platform/db/database';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

/** The default number of transaction connections of a database. */
const CONNECTIONS = 5;

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await sql`create table thing (id int primary key, some_value text constraint no_blank check (some_value <> ''))`.execute(
    db.database.sql,
  );
});

afterAll(() => db.drop());

/** Ends, from outside, this test's connections for the given purpose: the pool's when left out. */
async function cutConnections(purpose?: string): Promise<number> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      [['trace', db.schema, purpose].filter((part) => part !== undefined).join(' ')],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('expected a rejection'),
    (error: unknown) => error,
  );
}

describe('values and names', () => {
  test('maps columns of raw SQL to camelCase and leaves jsonb contents unchanged', async () => {
    const { rows } = await sql`select 1 as some_number, '{"snake_key": {"inner_key": 1}}'::jsonb as json_value,
      array['{"in_array": 1}'::jsonb] as json_list`.execute(db.database.sql);
    expect(rows).toEqual([{ someNumber: 1, jsonValue: { snake_key: { inner_key: 1 } }, jsonList: [{ in_array: 1 }] }]);
  });

  test('reads safe bigints as numbers, instants as Dates and days as text', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as safe, 9007199254740993::int8 as large,
      array[1::int8, null] as list, '2026-03-02T12:00:00+10'::timestamptz as at, '2026-03-02'::date as day`.execute(
      db.database.sql,
    );
    expect(rows).toEqual([
      {
        safe: 9007199254740991,
        large: '9007199254740993',
        list: [1, null],
        at: new Date('2026-03-02T02:00:00Z'),
        day: '2026-03-02',
      },
    ]);
  });
});

describe('transactions', () => {
  test('rolls back a transaction that throws', async () => {
    const boom = new Error('boom');
    const work = db.database.transaction(async (tx) => {
      await sql`insert into thing values (1, 'a')`.execute(tx);
      throw boom;
    });
    await expect(work).rejects.toBe(boom);
    const { rows } = await sql`select * from thing where id = 1`.execute(db.database.sql);
    expect(rows).toEqual([]);
  });

  test('answers queries outside a transaction even when every transaction connection is busy', async () => {
    const ask = async (): Promise<number> => {
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db.database.sql);
      return rows[0]!.one;
    };
    const everybodyIsIn = Promise.withResolvers<void>();
    let waiting = CONNECTIONS;
    const asked = Array.from({ length: CONNECTIONS }, () =>
      db.database.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        waiting -= 1;
        if (waiting === 0) everybodyIsIn.resolve();
        await everybodyIsIn.promise;
        return ask();
      }),
    );
    expect(await Promise.all(asked)).toEqual(asked.map(() => 1));
  });

  test('a refused row and a lost connection can be told apart', async () => {
    const insert = (id: number, value: string) =>
      sql`insert into thing values (${id}, ${value})`.execute(db.database.sql);
    await insert(2, 'a');
    const twice = await rejection(insert(2, 'a'));
    const blank = await rejection(insert(3, ''));
    const cut = await rejection(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db.database.sql));

    expect([isUniqueViolation(twice), isUniqueViolation(twice, 'thing_pkey')]).toEqual([true, true]);
    expect([isUniqueViolation(twice, 'other_key'), isUniqueViolation(blank)]).toEqual([false, false]);
    expect([twice, blank, cut].map(isDataError)).toEqual([true, true, false]);
    expect([twice, blank, cut].map(isConnectionLost)).toEqual([false, false, true]);
  });

  test('the pool recovers after its connections are cut, even during a transaction', async () => {
    const lost = await rejection(
      db.database.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        await cutConnections();
        await sql`select 1`.execute(tx);
      }),
    );
    expect(isConnectionLost(lost)).toBe(true);
    await expect.poll(async () => (await sql`select 1 as one`.execute(db.database.sql)).rows).toEqual([{ one: 1 }]);
  });
});

describe('lanes', () => {
  test('a lane runs named statements, COPY and store SQL in one transaction', async () => {
    const lane = await db.database.lane('test-all');
    const found = await lane.transaction(async (tx) => {
      const copied = await tx.copyIn('copy thing (id, some_value) from stdin', Buffer.from('10\tten\n11\televen\n'));
      expect(copied).toBe(2);
      await sql`update thing set some_value = 'TEN' where id = 10`.execute(tx.executor);
      return tx.query<{ id: number; someValue: string }>({
        name: 'things-from',
        text: 'select id, some_value from thing where id >= $1 order by id',
        values: [10],
      });
    });
    expect(found).toEqual([
      { id: 10, someValue: 'TEN' },
      { id: 11, someValue: 'eleven' },
    ]);
  });

  test('bad data in a COPY rolls the lane back and the next transaction works', async () => {
    const lane = await db.database.lane('test-bad-copy');
    const error = await rejection(
      lane.transaction((tx) => tx.copyIn('copy thing from stdin', Buffer.from('20\ttwenty\nnot-a-number\tx\n'))),
    );
    expect([isDataError(error), isConnectionLost(error)]).toEqual([true, false]);
    const rows = await lane.transaction(({ query }) =>
      query({ name: 'twenty', text: 'select 1 from thing where id = 20', values: [] }),
    );
    expect(rows).toEqual([]);
  });

  test('a COPY as the only statement commits by itself', async () => {
    const lane = await db.database.lane('test-alone');
    const failed = lane.transaction(async (tx) => {
      expect(await tx.copyInAndCommit('copy thing from stdin', Buffer.from('40\tforty\n'))).toBe(1);
      throw new Error('after the commit');
    });
    await expect(failed).rejects.toThrow('after the commit');
    const { rows } = await sql`select id from thing where id = 40`.execute(db.database.sql);
    expect(rows).toEqual([{ id: 40 }]);
  });

  test('a refused COPY as the only statement leaves a transaction that can store', async () => {
    const lane = await db.database.lane('test-refused');
    await lane.transaction(async (tx) => {
      const error = await rejection(tx.copyInAndCommit('copy thing from stdin', Buffer.from('42\tnew\n42\tagain\n'))!);
      expect(isUniqueViolation(error)).toBe(true);
      await sql`insert into thing values (43, 'instead')`.execute(tx.executor);
    });
    const { rows } = await sql`select id from thing where id in (42, 43)`.execute(db.database.sql);
    expect(rows).toEqual([{ id: 43 }]);
  });

  test('a COPY after another statement does not commit by itself', async () => {
    const lane = await db.database.lane('test-later-copy');
    await lane.transaction(async (tx) => {
      await sql`select 1`.execute(tx.executor);
      expect(tx.copyInAndCommit('copy thing from stdin', Buffer.from('44\tx\n'))).toBeNull();
    });
  });

  test('a transaction with a failed statement does not count as committed', async () => {
    const lane = await db.database.lane('test-undone');
    const undone = lane.transaction(async ({ query }) => {
      await rejection(query({ name: 'broken', text: 'select 1 / 0', values: [] }));
    });
    await expect(undone).rejects.toThrow('undid the transaction');
  });

  test('transactions that are asked for at once take turns', async () => {
    const lane = await db.database.lane('test-turns');
    const steps: string[] = [];
    const run = (name: string) =>
      lane.transaction(async ({ query }) => {
        steps.push(`${name} begins`);
        await query({ name: 'pause', text: 'select pg_sleep(0.01)', values: [] });
        steps.push(`${name} ends`);
      });
    await Promise.all([run('a'), run('b')]);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test.each([
    ['a statement', `select 1 as one`],
    ['a COPY', undefined],
  ])('a lane that loses its connection before %s recovers with the next transaction', async (_, text) => {
    const name = `test-cut-${text === undefined ? 'copy' : 'query'}`;
    const lane = await db.database.lane(name);
    const error = await rejection(
      lane.transaction(async (tx) => {
        await sql`insert into thing values (30, 'lost')`.execute(tx.executor);
        expect(await cutConnections(name)).toBe(1);
        if (text === undefined) return tx.copyIn('copy thing from stdin', Buffer.from('31\tx\n'));
        return tx.query({ name: 'one', text, values: [] });
      }),
    );
    expect([isConnectionLost(error), isDataError(error)]).toEqual([true, false]);

    const rows = await lane.transaction(({ query }) =>
      query({ name: 'lost-row', text: 'select count(*) as found from thing where id in (30, 31)', values: [] }),
    );
    expect(rows).toEqual([{ found: 0 }]);
  });
});

describe('listening', () => {
  test('messages arrive on their channel until stopped', async () => {
    const heard = vi.fn<(payload: string) => void>();
    const neighbour = vi.fn<(payload: string) => void>();
    const stop = await db.database.listen('test_channel', heard);
    await db.database.listen('other_channel', neighbour);
    const notify = (text: string) => sql`select pg_notify('test_channel', ${text})`.execute(db.database.sql);

    await notify('first');
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['first']]));
    stop();
    const stillHeard = vi.fn<(payload: string) => void>();
    await db.database.listen('test_channel', stillHeard);
    await notify('second');
    await vi.waitFor(() => expect(stillHeard).toHaveBeenCalledWith('second'));
    expect(heard).toHaveBeenCalledTimes(1);
    expect(neighbour).not.toHaveBeenCalled();
  });

  test('listens again after a lost connection and reports the gap with an empty message', async () => {
    const heard: string[] = [];
    await db.database.listen('test_reconnect', (payload) => heard.push(payload));
    await cutConnections('listening');
    await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000 });
    await vi.waitFor(async () => {
      await sql`select pg_notify('test_reconnect', 'again')`.execute(db.database.sql);
    });
    await vi.waitFor(() => expect(heard).toContain('again'));
  });
});
