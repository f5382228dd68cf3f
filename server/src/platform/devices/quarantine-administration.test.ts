import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';

import { createQuarantineAdministration, QUARANTINE_LIVES_MS } from './quarantine-administration.ts';

test('deletes quarantined messages after 30 days, because they can hold a position', async () => {
  const { database, drop } = await testDatabase();
  onTestFinished(drop);
  const clock = fakeClock();
  const quarantine = createQuarantineAdministration({ database, clock, log: createLog({ level: 'silent' }) });
  const received = async (at: Date) =>
    sql`insert into device_quarantine (serial, kind, reason, size_bytes, payload_start, received_at)
      values ('Trace_1', 'location', 'invalid', 9, 'lat', ${at})`.execute(database.sql);
  const now = clock.now().getTime();
  await received(new Date(now - QUARANTINE_LIVES_MS));
  await received(new Date(now));
  onTestFinished(quarantine.start());

  await clock.advance(3_600_000);

  expect(await quarantine.list({ search: '', before: null, limit: 9 })).toMatchObject([{ receivedAt: new Date(now) }]);
});
