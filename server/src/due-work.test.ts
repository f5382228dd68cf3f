// The checks of periodic work fit the migrated database. A check that fails would run its work at every interval.
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { isAnyOverdue } from '#features/device-commands/device-commands.store';
import { isAnyDue } from '#features/device-setup/device-setup.store';
import { isAnyUnfinished } from '#features/firmware/rollouts/firmware.rollouts.store';
import { hasFailed } from '#features/hub-queue/hub-queue.store';
import { isAnyGrantRunning } from '#features/location-access/location-access.store';
import { hasUncleaned } from '#features/tickets/attachments/tickets.attachments.store';
import { isAnyFollowed } from '#features/tracking/live/tracking.lease.store';
import { hasUnsealed } from '#platform/audit/chain.store';
import { isAnyUnstored } from '#platform/tombstones/tombstones.store';
import { testDatabase, type TestDatabase } from '#testing/test-database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const checks: [string, (now: Date) => RawBuilder<boolean>][] = [
  ['commands', isAnyOverdue],
  ['settings of devices', isAnyDue],
  ['firmware updates', isAnyUnfinished],
  ['hub events', hasFailed],
  ['grants', isAnyGrantRunning],
  ['live tracking', isAnyFollowed],
  ['attachments', hasUncleaned],
  ['audit entries', hasUnsealed],
  ['tombstones', isAnyUnstored],
];

test.each(checks)('finds no due %s in a new database', async (_, isDue) => {
  const { rows } = await sql<{ due: boolean }>`select ${isDue(new Date())} as due`.execute(db.database.sql);
  expect(rows).toEqual([{ due: false }]);
});
