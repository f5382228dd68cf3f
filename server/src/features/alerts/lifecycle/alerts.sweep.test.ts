import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal } from '#testing/portal';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const MANY = 2_500;

test('the sweep ends and deletes any number of alerts [ALRT-01]', async () => {
  const { clock, test: own } = portal;
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const stage = (count: number, created: Date, ended: Date | null, expires: Date | null) =>
    sql`
      insert into alert (id, kind, started_at, created_at, ended_at, expires_at)
      select gen_random_uuid(), 'test', ${created}, ${created}, ${ended}, ${expires} from generate_series(1, ${count})`.execute(
      own.database.sql,
    );
  await stage(MANY, ago(2 * DAY_MS), null, ago(DAY_MS));
  await stage(MANY, ago(alertRules.keepMs + 1), now, null);
  await stage(3, ago(alertRules.keepMs - DAY_MS), now, null);
  await clock.advance(61_000);
  const left = async () => {
    const { rows } = await sql<{ open: number; ended: number }>`
      select count(*) filter (where ended_at is null)::int as open,
        count(*) filter (where ended_at is not null)::int as ended from alert`.execute(own.database.sql);
    return rows[0]!;
  };
  await eventually(left, ({ open, ended }) => open === 0 && ended <= MANY + 3);
  expect(await left()).toEqual({ open: 0, ended: MANY + 3 });
});

const NOBODY = '00000000-0000-0000-0000-000000000000';

test.each([
  ['the alerts of a device that is removed', sql`delete from alert where device_id = 5`, 'device_id = 5'],
  [
    'what is open, by its id',
    sql`select id, serial from alert where ended_at is null and id > ${NOBODY} order by id limit 1000`,
    'alert_open_id',
  ],
  [
    'what a person was told',
    sql`select * from alert_delivery where account_id = ${NOBODY} order by number desc limit 10`,
    'alert_delivery_person',
  ],
  ['what is left of a person', sql`delete from alert_delivery where account_id = ${NOBODY}`, 'account_id = '],
])('uses an index to find %s [ALRT-01]', async (_what, statement: RawBuilder<unknown>, found) => {
  const { database } = portal.test;
  await sql`analyze alert, alert_delivery`.execute(database.sql);
  const plan = await database.transaction(async (tx) => {
    // The tables of a test are too small for the planner to bother.
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(tx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toMatch(/Index Cond|Index (Only )?Scan using alert_open_id/);
  expect(plan).not.toContain('Seq Scan');
  expect(plan).toContain(found);
});
