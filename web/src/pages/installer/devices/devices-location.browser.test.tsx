import { requestAccess } from '@trace/contract/location-access/location-access.api';
import { cancelPing, pingDevice } from '@trace/contract/ping/ping.api';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { aGrant, aRequest, nobodyLooks } from '#testing/fake-server/people/fake-server-access.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aPing, sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

beforeEach(() => page.viewport(1_280, 800));

const open = (address = '/installer/devices', change: object = {}) =>
  openPortal(address, { world: { person: sam, ...change } });

test('Get Location asks the device and shows the outcome [IDEV-03]', async () => {
  const { screen, server } = await open();
  const locate = screen.getByRole('button', { name: 'Get Location of Device Trace_7C04' });
  let answer = (): void => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.on(pingDevice, async () => {
    await waits;
    return refuse('conflict', 'It is asked already.');
  });
  await locate.click();
  await expect.element(screen.getByRole('button', { name: 'Requesting...' })).toBeDisabled();
  answer();
  await expect.element(screen.getByText('Ping Failed')).toBeVisible();
  await expect
    .element(screen.getByText('Failed to send location request to device Trace_7C04: It is asked already.'))
    .toBeVisible();
  server.on(pingDevice, ({ body }) => ({
    outcome: 'failed' as const,
    id: body.id,
    charged: false,
    message: null,
  }));
  await locate.click();
  await expect
    .element(screen.getByText('Failed to send location request to device Trace_7C04: Unknown error'))
    .toBeVisible();
  server.setReachable(false);
  await locate.click();
  await expect.element(screen.getByText('Error communicating with device...')).toBeVisible();
});

test('a device that answered shows as online and just seen [IDEV-03]', async () => {
  const gone = aStatus('Trace_7C04', {
    status: 'offline',
    network: 'disconnected',
    lastSeen: '2026-01-01T00:00:00.000Z',
  });
  const { screen } = await open('/installer/devices', { table: [aRow('Trace_7C04', 'Caravan', { status: gone })] });
  await screen.getByRole('button', { name: 'Get Location of Caravan' }).click();
  await expect.element(screen.getByText('Location Request Sent')).toBeVisible();
  await expect.element(screen.getByText('Caravan is at -33.830000, 151.220000.')).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /^Select Caravan Caravan .* Online .* just now/ }))
    .toBeVisible();
});

test('Get Location of a sleeping device shows the wake time, can be cancelled, and shows the outcome [PING-09] [IDEV-03]', async () => {
  const { screen, server } = await open('/installer/devices', { table: [aRow('Trace_7C04', 'Caravan')] });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  server.on(pingDevice, ({ body }) => ({
    outcome: 'waiting' as const,
    id: body.id,
    charged: false as const,
    expectedAt: inMinutes(22),
    endsAt: inMinutes(27),
  }));
  server.on(cancelPing, ({ params }) => ({ outcome: 'cancelled' as const, id: params.id, charged: false as const }));
  const locate = screen.getByRole('button', { name: 'Get Location of Caravan' });
  await locate.click();
  await expect.element(screen.getByText('Caravan is asleep. It will respond when it wakes up.')).toBeVisible();
  await expect.element(screen.getByText(/Expected to wake at/)).toBeVisible();
  await expect.element(locate).toBeDisabled();
  await screen.getByRole('button', { name: 'Cancel ping of Caravan' }).click();
  await expect.element(screen.getByText('The location request was cancelled.')).toBeVisible();
  await locate.click();
  await expect.element(screen.getByText(/Expected to wake at/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const { id } = server.calls(pingDevice).at(-1)!.body as { id: string };
  const location = aPing(0, -33.83, 151.22, { id, serialNumber: 'Trace_7C04', deviceName: 'Caravan' });
  const outcome = { outcome: 'located' as const, id, charged: true as const, location };
  server.stream.push(pingFinishedEvent, { serialNumber: 'Trace_7C04', outcome }, '3');
  await expect.element(screen.getByText('Caravan is at -33.830000, 151.220000.')).toBeVisible();
  await expect.element(locate).toBeEnabled();
});

test('a double click requests a location once [IDEV-03]', async () => {
  const { screen, server } = await open('/installer/devices', { table: [aRow('Trace_7C04', 'Caravan')] });
  const locate = screen.getByRole('button', { name: 'Get Location of Caravan' });
  await expect.element(locate).toBeEnabled();
  // A second click before the page has drawn the first one.
  (locate.element() as HTMLButtonElement).click();
  (locate.element() as HTMLButtonElement).click();
  await expect.element(screen.getByText('Caravan is at -33.830000, 151.220000.')).toBeVisible();
  expect(server.calls(pingDevice)).toHaveLength(1);
});

test('Get Location requests access where the user must allow access, and the request can be withdrawn [IDEV-03] [LOCREQ-01]', async () => {
  const access = { ...nobodyLooks(), held: [aGrant({ serialNumber: 'Trace_4E70', holder: null })] };
  const { screen, server } = await open('/installer/devices', { access });
  await expect.element(screen.getByText(/^Access ends in 2[34]:\d\d$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Get Location of Work ute' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Request Location Access: Work ute' });
  await expect.element(dialog.getByRole('radio', { name: '5 minutes', exact: true })).toHaveFocus();
  const minutes = dialog.getByRole('radio').elements();
  expect(minutes.map((each) => (each as HTMLInputElement).value)).toEqual(['5', '10', '30', '60']);
  expect(await axeFindings()).toEqual([]);
  await dialog.getByRole('radio', { name: '30 minutes' }).click();
  await dialog.getByRole('button', { name: 'Request access' }).click();
  await expect.element(screen.getByText('Access requested')).toBeVisible();
  expect(server.calls(requestAccess).map(({ params, body }) => [params, body])).toEqual([
    [{ serial: 'Trace_4F21' }, { minutes: 30 }],
  ]);
  expect(server.calls(pingDevice)).toEqual([]);
  await screen.getByRole('button', { name: 'Get Location of Work ute' }).click();
  await dialog.getByRole('button', { name: 'Withdraw request' }).click();
  await expect.element(screen.getByText('Request withdrawn.')).toBeVisible();
  await expect.element(screen.getByText('Access requested')).not.toBeInTheDocument();
  server.on(requestAccess, () => refuse('conflict', 'You have already sent a request.'));
  await screen.getByRole('button', { name: 'Get Location of Work ute' }).click();
  await dialog.getByRole('button', { name: 'Request access' }).click();
  await expect.element(screen.getByText('Request Failed')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Get Location of Work ute' })).toHaveFocus();
});

test('the next request of access replaces the toast of a failed request [UDASH-12] [LOCREQ-01]', async () => {
  const { screen, server } = await open();
  const accepted = vi.fn<() => 'refused' | 'sent'>(() => 'sent').mockReturnValueOnce('refused');
  server.on(requestAccess, ({ params, body }) =>
    accepted() === 'refused'
      ? refuse('conflict', 'You have already sent a request.')
      : aRequest({ serialNumber: params.serial, minutes: body.minutes }),
  );
  await screen.getByRole('button', { name: 'Get Location of Work ute' }).click();
  const request = screen.getByRole('button', { name: 'Request access' });
  await request.click();
  await expect.element(screen.getByText('Request Failed')).toBeVisible();
  await request.click();
  await expect.element(screen.getByText(/^You requested \d+ minutes of access/)).toBeVisible();
  expect(screen.getByText('Request Failed').elements()).toEqual([]);
});
