import { listSteps, readIncident } from '@trace/contract/panic/panic.api';
import { listStepsByLink } from '@trace/contract/panic/panic.link.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { listStaffSteps } from '@trace/contract/panic/staff/panic.staff.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incidentOf } from '#testing/panic-incidents';
import type { Portal } from '#testing/portal';
import { startPanicWorld, tokenIn, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
let portal: Portal;
beforeAll(async () => {
  world = await startPanicWorld();
  ({ portal } = world);
});
afterAll(() => world.stop());

/** As a stuck button does. */
const addPresses = (incidentId: string, count: number) =>
  sql`
    insert into panic_step (incident_id, at, kind, detail)
    select ${incidentId}, now(), 'pressed', jsonb_build_object('alarm', 'panic', 'hubName', null, 'trigger', 'Key fob Mia',
      'isRepeat', true) from generate_series(1, ${count}::int)`.execute(portal.test.database.sql);

test('a long timeline is read in pages by person, staff and link, and still says that no one took [PANIC-04]', async () => {
  const { user, device, numbers } = await world.protectedUser();
  await world.press(device);
  const { id, steps: first } = await incidentOf(user);
  await world.pass(0);
  await world.pass(91);
  await world.pass(61);
  await addPresses(id, 250);
  const params = { id };
  const { steps: newest, earlierSteps, unanswered } = await user.api.call(readIncident, { params });
  expect(newest).toHaveLength(100);
  expect(unanswered).toBe('nobody_took');
  const after = earlierSteps!;
  const page = await user.api.call(listSteps, { params, query: { after } });
  const token = tokenIn(world.emergencySmsTo(numbers[0]!)[0]!);
  expect(await world.staff.api.call(listStaffSteps, { params, query: { after } })).toEqual(page);
  expect(await portal.stranger.call(listStepsByLink, { body: { token, after } })).toEqual(page);
  const last = await user.api.call(listSteps, { params, query: { after: page.next! } });
  expect(last.next).toBeNull();
  const all = [...last.steps, ...page.steps, ...newest].map((step) => step.id);
  const { rows } = await sql<{ id: string }>`
    select id::text from panic_step where incident_id = ${id} order by panic_step.id`.execute(portal.test.database.sql);
  expect(all).toEqual(rows.map((row) => row.id));
  expect(all[0]).toBe(first[0]!.id);

  // An installer whose turn has not come reads no names and no words of people.
  const { user: other, device: quiet } = await world.protectedUser();
  await world.press(quiet);
  const { id: otherId } = await incidentOf(other);
  await addPresses(otherId, 150);
  const seen = await world.installer.api.call(readIncident, { params: { id: otherId } });
  const earlier = await world.installer.api.call(listSteps, {
    ...{ params: { id: otherId }, query: { after: seen.earlierSteps! } },
  });
  expect(earlier.steps.length).toBeGreaterThan(40);
  expect(JSON.stringify(earlier)).not.toMatch(/Mia|notified/);
  const stranger = await portal.person();
  await expect(stranger.api.call(listSteps, { params, query: { after } })).rejects.toThrow(texts.notFound);
  for (const each of [device, quiet]) each.cut();
});
