import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
  sendDeviceCommand,
} from '@trace/contract/device-commands/device-commands.api';
import { commandTimeoutMs } from '@trace/contract/device-commands/device-commands.rules';
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { getDeviceFirmware } from '@trace/contract/firmware/firmware.api';
import { listPingWaits } from '@trace/contract/ping/ping.api';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import {
  aCommand,
  anAnswer,
  serveControl,
  type ControlWorld,
} from '#testing/fake-server/devices/fake-server-control.ts';
import { aFirmware } from '#testing/fake-server/devices/fake-server-device-firmware.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a command in each final or waiting state that the timeline has words for. */
const everyKind = (): ControlWorld['commands'] => [
  aCommand({ command: 'restart', state: 'waiting', mayCancel: true, expiresAt: ago(-300) }),
  aCommand({ command: 'getLogs', state: 'sent', sentAt: ago(0.5), createdAt: ago(1) }),
  aCommand({
    command: 'getLocation',
    state: 'answered',
    sentAt: ago(2),
    acknowledgedAt: ago(2),
    finishedAt: ago(2),
    createdAt: ago(2),
    answer: anAnswer({ message: 'Fix in 6.2 s, 9 satellites' }),
  }),
  aCommand({
    command: 'getLogs',
    state: 'answered',
    sentAt: ago(9),
    acknowledgedAt: ago(9),
    finishedAt: ago(9),
    createdAt: ago(9),
    sentBy: 'Ava Lindqvist',
    isMine: false,
    answer: anAnswer({ logs: ['09:40:58 woken by command', '09:41:18 GPS powered on', '09:41:24 fix at [hidden]'] }),
  }),
  aCommand({ state: 'expired', sentAt: ago(40), finishedAt: ago(40), createdAt: ago(40), sentBy: null, isMine: false }),
  aCommand({ command: 'restart', state: 'cancelled', finishedAt: ago(90), createdAt: ago(90) }),
  aCommand({
    state: 'failed',
    sentAt: ago(95),
    finishedAt: ago(95),
    createdAt: ago(95),
    answer: anAnswer({ success: false, message: 'modem busy' }),
  }),
];

async function openPanel(commands: ControlWorld['commands'] = [], scheme: 'light' | 'dark' = 'light') {
  const { screen, server } = await openPortal('/user?tab=devices', { scheme });
  const world: ControlWorld = { serialNumber: 'Trace_4F21', commands, responses: [] };
  const device = serveControl(server, world);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  await chooseAction(screen, 'Work ute', 'Control');
  const panel = screen.getByRole('dialog', { name: 'Device Control Panel - Trace_4F21' });
  await expect.element(panel).toBeVisible();
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  return { screen, server, world, device, panel, button };
}

const history = (panel: Awaited<ReturnType<typeof openPanel>>['panel']) =>
  panel.getByRole('region', { name: 'Command history' });

test('the panel shows switches and buttons, checks for an update, and shows stored responses [CTRL-01] [CTRL-03] [IDEV-04]', async () => {
  const { panel, button, server, world, screen } = await openPanel(everyKind());
  await expect.element(panel.getByRole('switch', { name: 'Sleep Mode' })).toHaveFocus();
  const bluetooth = panel.getByRole('switch', { name: 'Bluetooth' });
  await expect.element(bluetooth).toBeDisabled();
  await expect
    .element(panel.getByText('Bluetooth configuration is currently locked. Contact administrator to unlock.'))
    .toBeVisible();
  const topOf = (text: string) => panel.getByText(text, { exact: true }).first().element().getBoundingClientRect().top;
  expect(topOf('Configured')).toBeCloseTo(topOf('Online'), 0);
  for (const name of ['Get Location', 'Get Status', 'Get Logs', 'Restart'])
    await expect.element(button(name)).toBeEnabled();

  server.on(getDeviceFirmware, () => refuse('unavailable', 'The server is busy.'));
  await button('Check Update').click();
  await expect.element(screen.getByRole('alert').getByText('Update Check Failed')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('The server is busy.')).toBeVisible();
  server.on(getDeviceFirmware, () => aFirmware({ offer: null }));
  await button('Check Update').click();
  await expect
    .element(screen.getByText('Work ute runs 1.4.2, the latest version for this device.').first())
    .toBeVisible();
  server.on(getDeviceFirmware, () => aFirmware());
  await button('Check Update').click();
  const offered = screen.getByRole('dialog', { name: 'Firmware Update Available' });
  await expect.element(offered.getByText('1.5.0', { exact: true })).toBeVisible();
  await offered.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offered).not.toBeInTheDocument();
  await expect.element(button('Check Update')).toHaveFocus();

  world.responses = [
    { requestId: crypto.randomUUID(), command: 'getStatus', at: ago(1), answer: anAnswer({ status: 'online' }) },
  ];
  await button('Check DB').click();
  await expect.element(panel.getByText(`Request ID ${world.responses[0]!.requestId}`)).toBeVisible();
  server.on(listDeviceResponses, () => refuse('unavailable'));
  await button('Check DB').click();
  await expect.element(screen.getByRole('alert').getByText('Response Error')).toBeVisible();

  const actions = screen.getByRole('button', { name: 'Actions for Work ute' });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => panel.elements()).toEqual([]);
  await expect.element(actions).toHaveFocus();
  // Already loaded, the panel opens before the menu has closed.
  await chooseAction(screen, 'Work ute', 'Control');
  await expect.element(panel.getByRole('switch', { name: 'Sleep Mode' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => panel.elements()).toEqual([]);
  await expect.element(actions, { timeout: 3_000 }).toHaveFocus();
});

test('responses appear on arrival, and each failure has a name [CTRL-03] [CTRL-04]', async () => {
  const { panel, button, device, screen, server } = await openPanel();
  await expect.element(panel.getByText('No commands yet.')).toBeVisible();
  const alert = (title: string) => screen.getByRole('alert').getByText(title, { exact: true });

  await button('Get Logs').click();
  await expect.element(button('Get Logs')).toHaveAttribute('data-loading', 'true');
  expect(server.calls(sendDeviceCommand)[0]!.body).toMatchObject({ command: 'getLogs', parameters: { limit: 50 } });
  const row = history(panel).getByRole('listitem').first();
  await expect.element(row.getByText('Queued')).toBeVisible();
  device.advance({ state: 'sent', sentAt: ago(0) });
  await expect.element(row.getByText('Sent', { exact: true })).toBeVisible();
  await expect.element(row.getByRole('img', { name: '2 of 4 steps' })).toBeVisible();
  device.advance({
    state: 'answered',
    finishedAt: ago(0),
    answer: anAnswer({ logs: ['booted', '2026-11-20T10:00:00Z idle'] }),
  });
  await expect.element(panel.getByText('booted')).toBeVisible();
  await expect.element(panel.getByText(/^Times in /)).toBeVisible();
  await expect.element(button('Get Logs')).not.toHaveAttribute('data-loading');

  await button('Get Logs').click();
  await expect.poll(() => server.calls(sendDeviceCommand)).toHaveLength(2);
  await expect.element(row.getByText('Queued')).toBeVisible();
  device.advance({ state: 'answered', finishedAt: ago(0), answer: anAnswer({ logs: [] }) });
  await expect.element(row.getByText('No Logs Available')).toBeVisible();
  await expect.element(screen.getByText('The device returned no log lines.')).toBeVisible();

  await button('Get Status').click();
  await expect.element(row.getByText('Queued')).toBeVisible();
  device.advance({ state: 'failed', finishedAt: ago(0), answer: anAnswer({ success: false, message: 'modem busy' }) });
  await expect.element(alert('Command Failed')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('modem busy')).toBeVisible();

  server.on(sendDeviceCommand, () => refuse('internal'));
  await button('Get Status').click();
  await expect.element(screen.getByRole('alert').getByText('Command failed: 500')).toBeVisible();
});

test('Get Location at the daily limit says that the limit is reached and when it ends [PING-04] [CTRL-03]', async () => {
  const { button, screen, server } = await openPanel();
  server.on(sendDeviceCommand, () => refuse('daily_ping_limit', pingTexts.limitText, undefined, 5 * 3_600));
  await button('Get Location').click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Daily Ping Limit Reached', { exact: true })).toBeVisible();
  await expect.element(alert.getByText(`${pingTexts.limitText} Try again in 5 hours.`)).toBeVisible();
});

test('the command of a replaced setup shows as cancelled at once [CTRL-03]', async () => {
  const queued = aCommand({ command: 'configure', sentBy: null, isMine: false });
  const { panel, server, world } = await openPanel([queued]);
  await expect.element(history(panel).getByText('Queued')).toBeVisible();
  world.commands = [{ ...queued, state: 'cancelled', finishedAt: ago(0) }];
  server.stream.push(setupChangedEvent, { serialNumber: 'Trace_4F21', state: 'queued', isHubBroken: false }, '1');
  await expect.element(history(panel).getByText('Cancelled')).toBeVisible();
});

test('the sleep mode switch changes at once and reverts when the command fails [CTRL-02]', async () => {
  const { panel, device, screen, server } = await openPanel();
  const sleepMode = panel.getByRole('switch', { name: 'Sleep Mode' });
  await expect.element(sleepMode).not.toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(sleepMode).toBeChecked();
  await expect.poll(() => server.calls(sendDeviceCommand)).toHaveLength(1);
  expect(server.calls(sendDeviceCommand)[0]!.body).toMatchObject({
    command: 'configure',
    parameters: { sleepModeEnabled: true, wakeInterval: 3_600 },
  });
  await expect.element(history(panel).getByText('Queued')).toBeVisible();
  device.advance({ state: 'failed', finishedAt: ago(0), answer: anAnswer({ success: false, message: 'no memory' }) });
  await expect.element(sleepMode).not.toBeChecked();
  await expect.element(screen.getByRole('alert').getByText('Configuration Failed')).toBeVisible();

  await sleepMode.click();
  await expect.element(history(panel).getByText('Queued')).toBeVisible();
  device.advance({ state: 'answered', finishedAt: ago(0), answer: anAnswer({ sleepMode: true }) });
  await expect.element(sleepMode).toBeChecked();

  server.on(sendDeviceCommand, () => refuse('too_many_requests', 'This device has too many commands waiting.'));
  await sleepMode.click();
  await expect.element(screen.getByText('This device has too many commands waiting.')).toBeVisible();
  await expect.element(sleepMode).toBeChecked();
});

test('loading ends 5 s after the command’s own timeout [CTRL-03]', async () => {
  const { button, screen, server } = await openPanel();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  button('Get Status')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const isLoading = () => button('Get Status').element().hasAttribute('data-loading');
  await vi.waitFor(() => expect(isLoading()).toBe(true));
  await vi.waitFor(() => expect(server.calls(listDeviceCommands).length).toBeGreaterThan(1));
  await vi.advanceTimersByTimeAsync(commandTimeoutMs.getStatus + 4_000);
  expect(isLoading()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500);
  await vi.waitFor(() => expect(isLoading()).toBe(false));
  vi.useRealTimers();
  await expect.element(screen.getByText(/has not responded yet/)).toBeVisible();
});

test('a restart asks for confirmation, can wait for the next wake, and can be cancelled while waiting [CTRL-04]', async () => {
  const { panel, button, screen, server } = await openPanel();
  await panel.getByText('Wait until it wakes up').click();
  await button('Restart').click();
  const question = screen.getByRole('dialog', { name: 'Restart Work ute?' });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await button('Restart').click();
  await question.getByRole('button', { name: 'Restart device' }).click();
  const row = history(panel).getByRole('listitem').first();
  await expect.element(row.getByText(/Waiting for the device to wake up\./)).toBeVisible();
  expect(server.calls(sendDeviceCommand)[0]!.body).toMatchObject({ command: 'restart', when: 'wake' });
  await expect.element(button('Restart')).not.toHaveAttribute('data-loading');
  await panel.getByRole('button', { name: 'Cancel Restart' }).click();
  await expect.element(row.getByText('Cancelled', { exact: true })).toBeVisible();
  expect(server.calls(cancelDeviceCommand)).toHaveLength(1);
});

test('a location that waits for a sleeping device shows on the dashboard, and so does its end [PING-09] [CTRL-03]', async () => {
  const { panel, button, screen, server } = await openPanel();
  const id = crypto.randomUUID();
  server.on(sendDeviceCommand, () => ({ success: true, requestId: id, state: 'waiting' as const }));
  const wait = { id, serialNumber: 'Trace_4F21', deviceName: 'Work ute', expectedAt: ago(-22), endsAt: ago(-27) };
  server.on(listPingWaits, () => ({ waits: [wait] }));
  await button('Get Location').click();
  await expect.element(button('Get Location')).not.toHaveAttribute('data-loading');
  await panel.getByRole('button', { name: 'Close the control panel' }).click();
  await expect.element(screen.getByText(/Expected to wake at/)).toBeVisible();
  const outcome = { outcome: 'no_fix' as const, id, charged: true as const };
  server.stream.push(pingFinishedEvent, { serialNumber: 'Trace_4F21', outcome }, '9');
  await expect.element(screen.getByRole('alert').getByText('Ping Failed')).toBeVisible();
});

test('a location request can wait for an offline device, and its wait names no time of the return [CTRL-04] [PING-09]', async () => {
  const { panel, button, screen, server } = await openPanel();
  const id = crypto.randomUUID();
  server.on(sendDeviceCommand, () => ({ success: true, requestId: id, state: 'waiting' as const }));
  const endsAt = ago(-24 * 60);
  const wait = { id, serialNumber: 'Trace_4F21', deviceName: 'Work ute', expectedAt: endsAt, endsAt };
  server.on(listPingWaits, () => ({ waits: [wait] }));
  await panel.getByText('Wait until it wakes up').click();
  await button('Get Location').click();
  await expect.element(button('Get Location')).not.toHaveAttribute('data-loading');
  expect(server.calls(sendDeviceCommand)[0]!.body).toMatchObject({ command: 'getLocation', when: 'wake' });
  await panel.getByRole('button', { name: 'Close the control panel' }).click();
  await expect.element(screen.getByText('Waiting for the device to reconnect')).toBeVisible();
  expect(screen.getByText(/Expected to wake at/).elements()).toEqual([]);
});

test('each command state is readable in light, in dark and on a phone, and older commands load [CTRL-04]', async () => {
  const many = [
    ...everyKind(),
    ...Array.from({ length: 20 }, () => aCommand({ command: 'restart', createdAt: ago(999) })),
  ];
  const { panel, button } = await openPanel(many, 'dark');
  await expect.element(panel.getByText('Ava Lindqvist')).toBeVisible();
  await expect.element(panel.getByText('Portal')).toBeVisible();
  await expect.element(panel.getByRole('img', { name: '2 of 4 steps' }).first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await takeShot('control-dark');
  await button('Show older commands').click();
  await expect.poll(() => history(panel).getByRole('listitem').elements().length).toBe(27);
});

test('the panel fits the width of a phone [CTRL-01]', async () => {
  await page.viewport(390, 844);
  const { panel } = await openPanel(everyKind());
  await expect.element(panel.getByText('modem busy').first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const body = panel.element() as HTMLElement;
  expect(body.scrollWidth).toBeLessThanOrEqual(390);
  await takeShot('control-phone');
  await page.viewport(1440, 900);
  await takeShot('control-light');
});
