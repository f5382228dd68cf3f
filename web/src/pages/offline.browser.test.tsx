import { HOUR_MS } from '@trace/contract/kernel/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';
import { comeBack, goOffline } from '#lib/offline/offline.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { aCommand, serveControl } from '#testing/fake-server/devices/fake-server-control.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import type { FakeServer } from '#testing/fake-server/fake-server.ts';

const REASON = /You are offline\. Reconnect to do this\./;

function loseNetwork(server: FakeServer): void {
  onTestFinished(() => void comeBack());
  server.setReachable(false);
  goOffline(Date.now());
}

async function expectOff(...controls: Locator[]): Promise<void> {
  for (const control of controls) {
    await expect.element(control).toBeDisabled();
    await expect.element(control).toHaveAccessibleDescription(REASON);
  }
}

test("a user's device table, control panel and upgrades are off and give the reason without a network [PWA-01]", async () => {
  const { screen, server } = await openPortal('/user?tab=devices&device=Trace_4F21', { world: { pings: [] } });
  const waiting = aCommand({ command: 'restart', state: 'waiting', mayCancel: true, expiresAt: ago(-300) });
  serveControl(server, { serialNumber: 'Trace_4F21', commands: [waiting], responses: [] });
  await chooseAction(screen, 'Work ute', 'Control');
  const panel = screen.getByRole('dialog');
  await expect.element(panel.getByRole('button', { name: 'Cancel Restart' })).toBeEnabled();
  loseNetwork(server);
  const inPanel = ['Get Location', 'Get Status', 'Get Logs', 'Restart', 'Check DB', 'Cancel Restart'];
  await expectOff(
    panel.getByRole('switch', { name: 'Sleep Mode' }),
    ...inPanel.map((name) => panel.getByRole('button', { name, exact: true })),
  );
  await userEvent.keyboard('{Escape}');

  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  await expectOff(button('Ping Work ute'), button('Reconfigure Work ute'), button('Remove Work ute'));
  await expectOff(button('Refresh subscription'));
  await button('Actions for Work ute').click();
  const items = ['Control', 'Check status now', 'Rename', 'Give back'];
  await expectOff(...items.map((name) => screen.getByRole('menuitem', { name, exact: true })));
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('tab', { name: 'Premium: Live Tracking' }).click();
  const locked = screen.getByRole('region', { name: 'Premium Feature' });
  await expectOff(locked.getByRole('button', { name: 'Upgrade to Premium' }));
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expectOff(button('Upgrade'), button('Upgrade to Premium'), button('Ping Work ute'));
  await expect.element(screen.getByText(REASON).first()).toBeVisible();

  comeBack();
  await expect.element(button('Upgrade')).toBeEnabled();
  await expect.element(screen.getByText(REASON)).not.toBeInTheDocument();
});

test('an open page shows the age of the last server message, not of the network loss [PWA-01]', async () => {
  const { screen, server } = await openPortal('/user');
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    comeBack();
  });
  // As with a lid that is opened eight hours later, out of reach.
  const laterMs = Date.now() + 8 * HOUR_MS;
  vi.spyOn(Date, 'now').mockImplementation(() => laterMs);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.setReachable(false);
  server.stream.setOpenable(false);
  server.stream.drop();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText(/Offline · as of 8 h ago/).first()).toBeVisible();
  expect(screen.getByText(/as of just now/).elements()).toEqual([]);
});

test('an installer without a network cannot ask for a location and reads the reason [PWA-01]', async () => {
  const { screen, server } = await openPortal('/installer/devices', { world: { person: sam } });
  const locate = screen.getByRole('button', { name: 'Get Location of Work ute' });
  await expect.element(locate).toBeEnabled();
  loseNetwork(server);
  await expectOff(locate, screen.getByRole('button', { name: 'Control Work ute' }));
});
