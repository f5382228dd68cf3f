import { retainedSince } from '@trace/contract/retention/retention.rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { deleteOldAccessLog } from './location-access.access-log.store.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** Inserts a grant with a view, `daysAgo` days old. */
async function leave(daysAgo: number): Promise<void> {
  await sql`
    with made as (
      insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
        requested_at, lapses_at, starts_at, ends_at, ended_at, ended_as)
      select 1, 'Trace_1', 'Boat', gen_random_uuid(), gen_random_uuid(), at, 5, 'approved', at, at, at,
        at + interval '5 minutes', at + interval '5 minutes', 'expired'
      from (select now() - ${daysAgo} * interval '1 day' as at) t returning *
    )
    insert into location_look (viewer_id, user_id, device_id, what, right_by, grant_id, positions, from_at, to_at)
    select requester_id, user_id, 1, 'ping', 'grant', id, 1, starts_at, starts_at from made`.execute(db.database.sql);
}

test('deletes access log entries and their grants after three years [LOCREQ-04]', async () => {
  await leave(3 * 365 - 10);
  await leave(3 * 366);
  const before = retainedSince('accessLog', new Date());
  while ((await deleteOldAccessLog(db.database.sql, before, 1)) > 0);
  const { rows } = await sql`
    select (select count(*)::int from location_look) as looks, (select count(*)::int from location_access) as grants`.execute(
    db.database.sql,
  );
  expect(rows).toEqual([{ looks: 1, grants: 1 }]);
});
