import { listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { anUpdate, noUpdates } from '#testing/fake-server/fake-server-updates.ts';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const feed = [
  anUpdate('Command receipts', { isNew: true, publishedAt: ago(90) }),
  anUpdate('Firmware 2.4 is rolling out', { type: 'announcement', publishedAt: ago(2_000) }),
  anUpdate('<b>SIM</b> settings with spaces', { type: 'bugfix', description: '<script>alert(1)</script> مرحبا 🛰️' }),
  anUpdate('Hub list loads faster', { type: 'improvement' }),
];
const news = { updates: { ...noUpdates(), feed } };

const card = () => page.getByRole('region', { name: 'Recent Updates' });

test.each([
  ['/user', {}],
  ['/installer', { person: sam }],
  ['/user', { devices: [], statuses: [] }],
  ['/installer', { person: sam, devices: [], statuses: [] }],
])('%s shows the feed with readable types and marks new entries [FEED-01]', async (address, world) => {
  await openPortal(address, { world: { ...world, ...news } });
  await expect.element(card().getByRole('listitem').first()).toBeVisible();
  const words = card()
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(words).toHaveLength(4);
  expect(words[0]).toMatch(/^FeatureCommand receiptsNewEvery command .*1 h ago$/);
  expect(words[1]).toMatch(/^AnnouncementFirmware 2\.4 is rolling out/);
  expect(words[2]).toContain('Bug fix<b>SIM</b> settings with spaces<script>alert(1)</script> مرحبا 🛰️');
  expect(words[3]).toMatch(/^ImprovementHub list loads faster/);
});

test('an empty feed shows a message, and a failed load can be retried [FEED-01]', async () => {
  const empty = await openPortal('/user');
  await expect.element(card().getByText(/Nothing new yet/)).toBeVisible();
  await empty.screen.unmount();
  const { server, world, screen } = await openPortal('/installer/settings', { world: { person: sam, ...news } });
  server.on(listRecentUpdates, () => refuse('too_many_requests', 'Too many requests.'));
  await screen.getByRole('link', { name: 'Home' }).click();
  await expect.element(card().getByText('The updates could not be loaded. Too many requests.')).toBeVisible();
  server.on(listRecentUpdates, () => ({ updates: world.updates.feed }));
  await card().getByRole('button', { name: 'Try again' }).click();
  await expect.element(card().getByRole('listitem').first()).toBeVisible();
});

/** Two opposite corners; the stories look at all four. */
const cases = [
  ['light', 1_440],
  ['dark', 390],
] as const;

test.each(cases)('axe reports no violations in %s at %d [FEED-01]', async (scheme, width) => {
  await page.viewport(width, 844);
  await openPortal('/installer', { scheme, world: { person: sam, ...news } });
  await expect.element(card().getByText('Hub list loads faster')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
