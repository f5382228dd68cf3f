import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';
import { createOffences, OFFENCE_LIVES_MS } from './offences.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('deletes a reason that has not occurred for 30 days, and keeps newer ones', async () => {
  const clock = fakeClock();
  const at = (ageMs: number) => new Date(clock.now().getTime() - ageMs);
  await sql`
    insert into device_offence (serial, reason, count, first_at, last_at) values
      ('Trace_old', 'beyond its limits', 3, ${at(OFFENCE_LIVES_MS)}, ${at(OFFENCE_LIVES_MS)}),
      ('Trace_new', 'beyond its limits', 3, ${at(OFFENCE_LIVES_MS)}, ${at(0)})`.execute(db.database.sql);
  const stop = createOffences({ database: db.database, clock, log: createLog({ level: 'silent' }) }).start();
  await clock.advance(3_600_000);
  const serials = await eventually(
    async () => (await sql<{ serial: string }>`select serial from device_offence`.execute(db.database.sql)).rows,
    (rows) => rows.length < 2,
  );
  expect(serials).toEqual([{ serial: 'Trace_new' }]);
  stop();
});
