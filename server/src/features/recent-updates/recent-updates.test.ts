import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import type { NewUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await sql`delete from recent_updates`.execute(portal.test.database.sql);
});

async function publish(change: Partial<NewUpdate> = {}): Promise<string> {
  // Only the order of publishing matters, so no timer has to fire.
  portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
  const usual = { title: 'Longer history', description: 'Pings are kept for 90 days.', type: 'feature', isNew: true };
  return portal.app.recentUpdates.publish({ ...(usual as NewUpdate), ...change });
}

const feed = async () => (await portal.stranger.call(listRecentUpdates, {})).updates;
const banner = async () => (await portal.stranger.call(getAnnouncement, {})).announcement;

test('the feed shows the ten newest active updates to any visitor, newest published first [FEED-01]', async () => {
  expect(await feed()).toEqual([]);
  const ids: string[] = [];
  for (let number = 1; number <= 12; number += 1) ids.push(await publish({ title: `Update ${number}` }));
  await portal.app.recentUpdates.hide(ids[11]!);
  const updates = await feed();
  expect(updates.map(({ title }) => title)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `Update ${number}`),
  );
  expect(updates[0]).toEqual({
    id: ids[10],
    title: 'Update 11',
    description: 'Pings are kept for 90 days.',
    type: 'feature',
    isNew: true,
    publishedAt: updates[0]?.publishedAt,
  });
  const { api } = await portal.person();
  expect((await api.call(listRecentUpdates, {})).updates).toHaveLength(10);
});

test('the banner shows the newest active announcement despite later updates of other types [LAND-03]', async () => {
  expect(await banner()).toBeNull();
  const first = await publish({ type: 'announcement', description: 'Maintenance on Sunday.' });
  const second = await publish({ type: 'announcement', description: 'Maintenance on Monday.' });
  await publish({ type: 'bugfix', description: 'A bug less.' });
  expect(await banner()).toEqual({ id: second, description: 'Maintenance on Monday.' });
  await portal.app.recentUpdates.hide(second);
  expect(await banner()).toEqual({ id: first, description: 'Maintenance on Sunday.' });
  await portal.app.recentUpdates.hide(first);
  expect(await banner()).toBeNull();
});

test('returns updates exactly as written: markup, right-to-left text and emoji stay text [FEED-01]', async () => {
  const words = { title: '<b>مرحبا</b> 🛰️', description: 'javascript:alert(1) <img src=x onerror=alert(1)>' };
  await publish(words);
  expect(await feed()).toMatchObject([words]);
});

test('audits publishing and hiding once each, and a second hide has no effect [AUD-01]', async () => {
  const id = await publish();
  expect(await portal.app.recentUpdates.hide(id)).toBe(true);
  expect(await portal.app.recentUpdates.hide(id)).toBe(false);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${id} order by id`.execute(portal.test.database.sql);
  expect(rows.map(({ action }) => action)).toEqual(['recentUpdates.publish', 'recentUpdates.hide']);
});
