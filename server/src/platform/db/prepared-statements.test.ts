import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '#platform/db/database';
import { testDatabase, type TestDatabase } from '#testing/test-database';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await sql`create table measured (id int primary key, some_value int)`.execute(db.database.sql);
  await sql`insert into measured values (1, 10)`.execute(db.database.sql);
});
afterAll(() => db.drop());

async function preparedNames(tx: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
  return rows.map(({ name }) => name);
}

test('a connection prepares a marked statement once and runs it with new values', async () => {
  const double = async (executor: Executor, value: number): Promise<unknown> => {
    const { rows } = await sql`/* prepared: double of a number */ select ${value}::int * 2 as doubled`.execute(
      executor,
    );
    return rows;
  };
  const names = await db.database.transaction(async (tx) => {
    expect(await double(tx, 1)).toEqual([{ doubled: 2 }]);
    expect(await double(tx, 2)).toEqual([{ doubled: 4 }]);
    await sql`select 3 as unmarked`.execute(tx);
    return preparedNames(tx);
  });
  expect(names).toEqual(['double of a number']);
});

test('a prepared statement works again after a migration has changed the type of its column', async () => {
  const read = async (): Promise<unknown> =>
    (await sql`/* prepared: values measured */ select some_value from measured`.execute(db.database.sql)).rows;
  expect(await read()).toEqual([{ someValue: 10 }]);
  await sql`alter table measured alter column some_value type text`.execute(db.database.sql);
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  expect(await read()).toEqual([{ someValue: '10' }]);
});

test('a lane prepares a marked statement once, and plans anew after a migration', async () => {
  const lane = await db.database.lane('measured');
  const read = (): Promise<unknown> =>
    lane.transaction(async ({ executor }) => {
      const { rows } = await sql`/* prepared: all that is measured */ select * from measured`.execute(executor);
      return { rows, names: await preparedNames(executor) };
    });
  const before = await read();
  expect(before).toMatchObject({ rows: [{ id: 1 }], names: ['all that is measured'] });
  expect(await read()).toEqual(before);
  await sql`alter table measured add column unit text`.execute(db.database.sql);
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  expect(await read()).toMatchObject({ rows: [{ id: 1, unit: null }] });
});
