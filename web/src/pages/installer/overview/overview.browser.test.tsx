import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { busyOverview } from '#testing/fake-server/fake-server-overview.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const installer = { world: { person: sam } };

test('the home page shows four cards, three links, devices needing attention before the updates, and Get Support [IDASH-01]', async () => {
  const { screen, history } = await openPortal('/installer', installer);
  await expect.element(screen.getByRole('heading', { name: 'Welcome to Trace', level: 1 })).toBeVisible();
  for (const card of [
    'Total Devices 48 Registered in system',
    'Configured 41 Ready for deployment',
    'Online 37 Currently active',
    'Assigned 39 To users',
  ]) {
    const words = new RegExp(card.replaceAll(' ', '\\s*'));
    await expect.element(screen.getByRole('link', { name: words })).toBeVisible();
  }
  const target = (name: RegExp) => screen.getByRole('link', { name }).element().getAttribute('href');
  expect(target(/^Register New Device/)).toBe('/installer/setup');
  expect(target(/^Device Management/)).toBe('/installer/devices');
  expect(target(/^Company Settings.*invitation/)).toBe('/installer/company');
  expect(target(/4 devices are offline.*Excavator 3/)).toBe('/installer/devices?status=offline');
  expect(target(/9 devices have no user yet/)).toBe('/installer/devices?assigned=none');
  const updates = screen.getByRole('region', { name: 'Recent Updates' });
  await expect.element(updates).toBeVisible();
  const waiting = screen.getByRole('region', { name: 'Needs your attention' });
  const order = waiting.element().compareDocumentPosition(updates.element());
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await screen.getByRole('button', { name: 'Get Support' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('link', { name: 'View Overview' }).click();
  await expect.element(screen.getByRole('heading', { name: 'System Overview', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/installer/overview');
});

test('the overview page shows the online rate, recent registrations, and the state of each service [IDASH-02] [IDASH-03] [IDASH-04]', async () => {
  const overview = busyOverview();
  overview.services = { ...overview.services, configuration: 'unavailable', monitoring: 'limited' };
  const { screen } = await openPortal('/installer/overview', { world: { person: sam, overview } });
  await expect.element(screen.getByRole('link', { name: /Online Rate\s*77%\s*Currently active/ })).toBeVisible();
  const recent = screen.getByRole('region', { name: 'Recent Activity' });
  expect(
    recent
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Excavator 3Trace_51A0Registered 12 min ago', 'Delivery van 2Trace_4F9CRegistered 1 day ago']);
  const status = screen.getByRole('region', { name: 'System Status' });
  expect(
    status
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Device Registration ServiceOperational',
    'Configuration ServiceCommands are delayed.Not available',
    'User Assignment ServiceOperational',
    'Device MonitoringDevice status may be out of date.Limited',
  ]);
  const health = screen.getByRole('region', { name: 'System Health' });
  await expect.element(health.getByText('81%')).toBeVisible();
  await expect.element(health.getByText('37 of 48 devices')).toBeVisible();
  await expect.element(health.getByText('Get Status, Site trailer')).toBeVisible();
  await expect.element(health.getByText('38 min ago')).toBeVisible();
});

test('the tab shows the online count, and without devices the page says what to do [IDASH-02]', async () => {
  const empty = {
    ...busyOverview(),
    counts: { total: 0, configured: 0, online: 0, assigned: 0 },
    waiting: { offline: 0, awaiting: 0, unassigned: 0, longestOffline: null },
    recent: [],
    oldestUnanswered: null,
  };
  const { screen } = await openPortal('/installer/devices?tab=overview', {
    world: { person: sam, overview: empty },
  });
  await expect.element(screen.getByRole('link', { name: /Online\s*0\s*Currently active/ })).toBeVisible();
  await expect.element(screen.getByText('No recent activity. Register a device to see activity here.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'System Health' }).elements()).toEqual([]);

  await screen.getByRole('link', { name: 'Home' }).click();
  await expect
    .element(screen.getByText('Register your first device. Anything that needs your attention will appear here.'))
    .toBeVisible();
});

test.each([
  ['/installer', 'light', 1440, 900],
  ['/installer', 'dark', 390, 844],
  ['/installer/overview', 'dark', 1440, 900],
  ['/installer/overview', 'light', 390, 844],
] as const)(
  'axe reports no problem at %s in %s, %s wide [IDASH-01] [IDASH-02]',
  async (path, scheme, width, height) => {
    await page.viewport(width, height);
    const { screen } = await openPortal(path, { ...installer, scheme });
    await expect.element(screen.getByText('Total Devices')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
