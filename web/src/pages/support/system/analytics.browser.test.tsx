import { getAnalytics, updateAnalytics } from '@trace/contract/analytics/analytics.api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { serveAnalytics, someAnalytics } from '#testing/fake-server/fake-server-analytics.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const staff = { ...sam, userType: 'staff' as const };

async function openAnalytics(analytics = someAnalytics(), scheme: 'light' | 'dark' = 'light') {
  await page.viewport(1_440, 900);
  const opened = await openPortal('/support/analytics', { scheme, world: { person: staff } });
  serveAnalytics(opened.server, analytics);
  return opened;
}

/** The texts of the parts of a list, such as 'Australia 1,812'. */
const wordsOf = (elements: Element[]): string[] =>
  elements.map((element) => (element as HTMLElement).innerText.split(/\s*\n\s*/).join(' '));

test('shows cards, countries, categories, nicknames, tickets and activity, and a group opens its devices [ANA-01] [ANA-02] [ANA-03]', async () => {
  const { screen } = await openAnalytics();
  const region = (name: string) => screen.getByRole('region', { name });
  await expect.element(region('Device Analytics')).toBeVisible();
  expect(wordsOf([...region('Device Analytics').element().querySelectorAll('dl > div')])).toEqual([
    'Total Devices 2,241',
    'Active Devices 2,070 Heard from in the last 24 hours',
    'New Today 18',
    'Countries 3',
  ]);
  expect(wordsOf([...region('Support Metrics').element().querySelectorAll('dl > div')])).toEqual([
    'Total Tickets 1,312',
    'Open Tickets 37',
    'Resolved Tickets 902',
    'Avg Resolution Time 6.3 h',
  ]);
  const items = (name: string) => wordsOf(region(name).getByRole('listitem').elements());
  expect(items('Device Categories')).toEqual(['truck 1,320', 'heavy machinery 720', 'uncategorized 201']);
  expect(items('Popular Device Nicknames')).toEqual(['Work ute 212 devices', 'Boat 1 device']);
  expect(items('Tickets by Status')).toEqual(['Open 37', 'In progress 40', 'Resolved 902', 'Closed 333']);
  expect(items('Top Issue Words')).toEqual(['battery 181', 'offline 96']);
  expect(items('Recent Activity')).toEqual(['Failed sign-in mia.novak@post.example 2 min ago']);
  await expect.element(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/support');

  const country = region('Devices by Country').getByRole('button', { name: /New Zealand/ });
  await country.click();
  const devices = screen.getByRole('dialog', { name: /^New Zealand/ });
  await expect.element(devices.getByText('Showing 10 of 388 devices')).toBeVisible();
  expect(wordsOf(devices.getByRole('listitem').elements()).slice(0, 2)).toEqual([
    'Digger 0 heavy machinery Active',
    'No nickname Unknown Inactive',
  ]);
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(devices).not.toBeInTheDocument();
  await expect.element(country).toHaveFocus();
});

test('follows an update to its end, and says when the data could not be loaded [ANA-04] [ANA-05]', async () => {
  const { screen, server } = await openAnalytics();
  const button = screen.getByRole('button', { name: 'Update Analytics from Ping Data' });
  await button.click();
  await expect.element(screen.getByText('Updating, 1,000 of 2,241 devices')).toBeVisible();
  await expect.element(screen.getByText('Analytics updated from ping data')).toBeVisible();
  await expect.poll(() => server.calls(getAnalytics).length).toBe(2);
  server.on(updateAnalytics, () => refuse('internal'));
  await button.click();
  await expect.element(screen.getByText('Failed to update device analytics')).toBeVisible();
});

test('shows a loading text, then the failure, and loads again on request [ANA-05]', async () => {
  const { screen, server } = await openPortal('/support/analytics', { world: { person: staff } });
  serveAnalytics(server);
  server.on(getAnalytics, () => refuse('forbidden', 'Not now.'));
  const release = server.hold(getAnalytics);
  await expect.element(screen.getByText('Loading analytics...')).toBeVisible();
  release();
  const failure = screen.getByRole('alert');
  await expect.element(failure.getByText(/^Failed to fetch analytics data/)).toBeVisible();
  const empty = someAnalytics();
  serveAnalytics(server, { ...empty, activity: [], byCountry: [], byCategory: [], nicknames: [], run: null });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No recent activity')).toBeVisible();
});

test('charts have a table and a CSV file, and span 30 or 90 days [ANA-06]', async () => {
  const { screen } = await openAnalytics(someAnalytics(), 'dark');
  const firmware = screen.getByRole('region', { name: 'Firmware Versions' });
  await expect.poll(() => firmware.element().querySelectorAll('.recharts-line').length).toBe(2);
  const colour = firmware.element().querySelector('.recharts-legend-wrapper .mantine-ColorSwatch-root')!;
  await expect.poll(() => colour.getBoundingClientRect().width).toBeGreaterThan(10);
  await screen.getByRole('region', { name: 'Devices', exact: true }).getByText('Show as a table').click();
  const table = screen.getByRole('table', { name: 'Devices' });
  await expect.element(table.getByRole('row', { name: /2,232 2,053$/ })).toBeVisible();
  expect(table.getByText('Not measured').elements()).toHaveLength(2);
  expect(await axeFindings()).toEqual([]);

  const saved: Blob[] = [];
  const createUrl = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return createUrl(blob);
  };
  await firmware.getByRole('button', { name: 'Download CSV: Firmware Versions' }).click();
  URL.createObjectURL = createUrl;
  const lines = (await saved[0]!.text()).split('\r\n');
  expect([lines[0], lines[1], lines.length]).toEqual([`Day,"'=2.1.0",Other versions`, '2026-10-27,0,31', 32]);

  await screen.getByText('90 days').click();
  await expect.poll(() => table.getByRole('row').elements().length).toBe(91);
});
