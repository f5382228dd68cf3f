import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { anAlert, noAlerts } from '#testing/fake-server/people/fake-server-alerts.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { aPing, sam } from '#testing/fake-server/fake-server-world.ts';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';

beforeEach(() => page.viewport(1_280, 800));

test('Get Location shows the position on a map with accuracy, age and copy until it is closed [LOCREQ-05]', async () => {
  const { screen, server } = await openPortal('/installer/devices', {
    world: { person: sam, table: [aRow('Trace_7C04', 'Caravan')] },
  });
  server.on(pingDevice, ({ body: { id } }) => ({
    outcome: 'located' as const,
    id,
    charged: true as const,
    location: aPing(0, -33.83, 151.22, {
      id,
      serialNumber: 'Trace_7C04',
      deviceName: 'Caravan',
      accuracyM: 7.6,
      fixAt: ago(3.5),
    }),
  }));
  const locate = screen.getByRole('button', { name: 'Get Location of Caravan' });
  await locate.click();
  const dialog = screen.getByRole('dialog', { name: 'Location of Caravan' });
  await expect.element(dialog.getByText('-33.830000, 151.220000')).toBeVisible();
  await expect.element(dialog.getByText('within 8 m')).toBeVisible();
  await expect.element(dialog.getByText('3 min ago')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy coordinates' })).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Map with the location of Caravan' })).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Get Location keeps the keyboard focus while it waits and after its dialog [LOCREQ-05]', async () => {
  const { screen, server } = await openPortal('/installer/devices', {
    world: { person: sam, table: [aRow('Trace_7C04', 'Caravan')] },
  });
  const answered = Promise.withResolvers<void>();
  server.on(pingDevice, async ({ body: { id } }) => {
    await answered.promise;
    return {
      ...{ outcome: 'located' as const, id, charged: true as const },
      location: aPing(0, -33.83, 151.22, { id, serialNumber: 'Trace_7C04', deviceName: 'Caravan' }),
    };
  });
  const locate = screen.getByRole('button', { name: 'Get Location of Caravan' });
  await expect.element(locate).toBeEnabled();
  (locate.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const waiting = screen.getByRole('button', { name: 'Requesting...' });
  await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
  await expect.element(waiting).toHaveFocus();
  answered.resolve();
  await expect.element(screen.getByRole('dialog', { name: 'Location of Caravan' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(locate).toHaveFocus();
});

test.each([
  ['access_approved', 'The user of Work ute approved your location request.', '/installer'],
  ['access_denied', 'The user of Work ute denied your location request.', '/installer/settings'],
] as const)(
  'the answer %s appears as a toast and in the bell on any page [LOCREQ-05]',
  async (kind, words, address) => {
    const alerts = noAlerts();
    const { screen, server } = await openPortal(address, { world: { person: sam, alerts } });
    await expect.poll(() => server.stream.isOpen()).toBe(true);
    await expect.element(screen.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
    alerts.alerts = [anAlert(kind, 0, { endedAt: ago(0) })];
    server.stream.push(alertsChangedEvent, {}, '1');
    await expect.element(screen.getByText(words)).toBeVisible();
    await screen.getByRole('button', { name: 'Alerts, 1 unread' }).click();
    const list = screen.getByRole('dialog', { name: 'Alerts' });
    await expect.element(list.getByText(words)).toBeVisible();
    expect(list.element().textContent).not.toContain('Ongoing');
    await list.getByRole('link', { name: 'Open Work ute' }).click();
    await expect.element(screen.getByRole('searchbox')).toHaveValue('Trace_4F21');
  },
);

test('an answer from before the page was opened shows in the bell alone [LOCREQ-05]', async () => {
  const alerts = { ...noAlerts(), alerts: [anAlert('access_approved', 5, { endedAt: ago(5) })] };
  const { screen } = await openPortal('/installer', { world: { person: sam, alerts } });
  await expect.element(screen.getByRole('button', { name: 'Alerts, 1 unread' })).toBeVisible();
  expect(screen.getByText('The user of Work ute approved').elements()).toEqual([]);
});
