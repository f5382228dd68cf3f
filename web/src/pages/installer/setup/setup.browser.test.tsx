import { getSetup } from '@trace/contract/device-setup/device-setup.api';
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { registerDevice, verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import { listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import { commissioningTexts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aSetup, hubHandle, plainSetup, type SetupWorld } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const open = (setup: Partial<SetupWorld> = {}) =>
  openPortal('/installer/setup', {
    world: { person: sam, companies: samsCompany(), setup: { ...plainSetup(), ...setup } },
  });

const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name, exact: true });
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true });
const hubSwitch = (screen: Screen) => screen.getByRole('switch', { name: 'Hub integration' });

/** Types a serial and verifies the serial with Enter. */
async function verify(screen: Screen, serial = 'Trace_FREE'): Promise<void> {
  await field(screen, 'Serial number').fill(serial);
  await userEvent.keyboard('{Enter}');
}

async function verifyHubs(screen: Screen, password = 'Harbour-2026'): Promise<void> {
  await field(screen, 'Ajax username').fill('sam@harbour-alarms.example');
  await field(screen, 'Ajax password').fill(password);
  await userEvent.keyboard('{Enter}');
}

test('prefills the serial with a hint and refuses an invalid serial without a request [REG-01] [REG-02]', async () => {
  const { screen, server } = await open();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_');
  await expect.element(screen.getByText(/The serial should begin with Trace_\./)).toBeVisible();
  const unfit: [typed: string, words: string][] = [
    ['', 'Please enter a device serial number'],
    ['   ', 'Please enter a device serial number'],
    ['Trace_', 'Please enter a device serial number'],
    ['Trace 7C04', 'A serial number can have up to 64 letters, digits, _ and -.'],
    ['Trace_%', 'A serial number can have up to 64 letters, digits, _ and -.'],
    ['x'.repeat(65), 'A serial number can have up to 64 letters, digits, _ and -.'],
    ['Trace_🚐', 'A serial number can have up to 64 letters, digits, _ and -.'],
    ['javascript:alert(1)', 'A serial number can have up to 64 letters, digits, _ and -.'],
    ['‮Trace_7C04', 'A serial number can have up to 64 letters, digits, _ and -.'],
  ];
  for (const [typed, words] of unfit) {
    await verify(screen, typed);
    await expect.element(screen.getByText(words)).toBeVisible();
    await expect.element(field(screen, 'Serial number')).toHaveFocus();
  }
  expect(server.calls(verifySerial)).toEqual([]);
  await verify(screen, 'Trace_GONE');
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Device Verification Failed')).toBeVisible();
  await expect.element(alert.getByText(/start the device first/)).toBeVisible();
});

test('shows the host and port that a person types into a device [REG-06]', async () => {
  const { screen } = await open();
  const card = screen.getByRole('region', { name: 'Server of the device' });
  await expect.element(card.getByText('devices.trace.example')).toBeVisible();
  await expect.element(card.getByText('8883')).toBeVisible();
});

test('waits for a device that may still appear, until cancelled [REG-03]', async () => {
  const { screen, server, world } = await open();
  const away = { state: 'not_in_registry' as const, retry: true };
  world.setup.registry['Trace_NEW'] = away;
  await verify(screen, 'Trace_NEW');
  await expect.element(screen.getByText(/Attempt 2 of 6\. Waiting for the device\.\.\./)).toBeVisible();
  await expect.element(screen.getByText(/^Next attempt in [34] s$/)).toBeVisible();
  await expect.element(screen.getByText('Waiting for the device', { exact: true })).toBeVisible();
  expect(screen.getByText('Device Verification Failed').elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
  await expect.element(screen.getByRole('progressbar', { name: 'Attempts' })).toBeVisible();
  await button(screen, 'Cancel').click();
  await expect.element(screen.getByText(/Attempt 2 of 6/)).not.toBeInTheDocument();
  await expect.element(field(screen, 'Serial number')).toHaveFocus();
  expect(server.calls(verifySerial)).toHaveLength(1);
  world.setup.registry['Trace_NEW'] = {};
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Verified')).toBeVisible();
});

test('locks a verified serial until Edit, and Register Device says why the button is disabled [REG-04] [REG-05]', async () => {
  const { screen } = await open();
  const register = button(screen, 'Register Device');
  await expect.element(register).toBeDisabled();
  await expect.element(register).toHaveAccessibleDescription('Please verify the device serial number first');
  await verify(screen);
  await expect.element(screen.getByText('Verified')).toBeVisible();
  await expect.element(field(screen, 'Serial number')).toHaveAttribute('readonly');
  await expect.element(field(screen, 'Nickname')).toHaveFocus();
  await expect.element(register).toBeEnabled();
  await button(screen, 'Edit').click();
  await expect.element(field(screen, 'Serial number')).toHaveFocus();
  await expect.element(field(screen, 'Serial number')).not.toHaveAttribute('readonly');
  await expect.element(register).toBeDisabled();
  await verify(screen);
  await hubSwitch(screen).click();
  await expect.element(register).toHaveAccessibleDescription('Please verify Ajax credentials first');
  await verifyHubs(screen);
  await expect.element(screen.getByText('Credentials verified. 3 hubs found.')).toBeVisible();
  await expect.element(register).toHaveAccessibleDescription('Please select a hub for panic event monitoring');
  await screen.getByRole('radio', { name: /Novak home/ }).click();
  await expect.element(register).toBeEnabled();
});

test('registers the entered values once on a double click, omits blank SIM fields, and resets the form [REG-05] [REG-06] [HUB-03]', async () => {
  const { screen, server, world } = await open();
  await verify(screen);
  await field(screen, 'Nickname').fill('Novak caravan');
  await hubSwitch(screen).click();
  await verifyHubs(screen);
  await screen
    .getByRole('radio', { name: 'Northside depot, Located at -33.7665, 151.2745, 00A45B02, Unknown' })
    .click();
  await field(screen, 'APN').fill('  iot.example ');
  await field(screen, 'SIM username').fill('   ');
  const summary = screen.getByRole('region', { name: 'What will be saved' });
  await expect.element(summary.getByText('Ready to register')).toBeVisible();
  await expect.element(summary.getByText('Northside depot')).toBeVisible();
  await expect.element(summary.getByText('Harbour Alarms')).toBeVisible();
  const register = button(screen, 'Register Device').element() as HTMLButtonElement;
  // A second click before the page has drawn the first one.
  register.click();
  register.click();
  const words = 'Device Trace_FREE is registered with Ajax integration and saved to the database.';
  await expect.element(screen.getByText(words, { exact: false })).toBeVisible();
  expect(server.calls(registerDevice).map(({ body }) => body)).toEqual([
    {
      serialNumber: 'Trace_FREE',
      nickname: 'Novak caravan',
      claimCode: null,
      hub: { handle: hubHandle, hubId: '00A45B02' },
      sim: { apn: 'iot.example' },
      registrationId: expect.any(String) as string,
    },
  ]);
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_');
  await expect.element(field(screen, 'Nickname')).toHaveValue('');
  await expect.element(hubSwitch(screen)).not.toBeChecked();
  const last = screen.getByRole('region', { name: 'Novak caravan is registered' });
  await expect.element(last.getByText('Waiting to be sent to the device')).toBeVisible();
  const next = last.getByRole('link', { name: commissioningTexts.open });
  const placeOfNext = () => next.element().getBoundingClientRect().top - last.element().getBoundingClientRect().top;
  const placeBefore = placeOfNext();
  world.setup.setup = aSetup({ serialNumber: 'Trace_FREE', state: 'failed', attempts: 1, message: 'Busy' });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(setupChangedEvent, { serialNumber: 'Trace_FREE', state: 'failed', isHubBroken: false }, '1');
  await expect.element(last.getByText('The device did not accept the settings. Trace will retry')).toBeVisible();
  await expect.element(last.getByText('Busy')).toBeVisible();
  await expect.element(last.getByRole('button', { name: 'Cancel programming' })).toBeVisible();
  // The next step stays under the finger.
  expect(placeOfNext()).toBe(placeBefore);
  expect(server.calls(getSetup).length).toBeGreaterThan(1);
});

test('shows a refusal at its field, and asks for a claim code only if needed [REG-06] [REG-09]', async () => {
  const { screen, server } = await open();
  await verify(screen, 'Trace_7C04');
  await expect.element(field(screen, 'Claim code')).toHaveFocus();
  const register = button(screen, 'Register Device');
  await expect.element(register).toHaveAccessibleDescription("Enter the claim code on the device's label.");
  await field(screen, 'Claim code').fill('K7QM');
  await register.click();
  await expect.element(screen.getByText('This claim code does not match the device. Check the label.')).toBeVisible();
  expect(server.calls(registerDevice)).toEqual([]);
  server.on(registerDevice, () => refuse('forbidden', 'This is another code.', 'body.claimCode'));
  await field(screen, 'Claim code').fill('k7qm2 2d9fa bbbbb ccccc');
  await register.click();
  await expect.element(screen.getByText('Registration Failed')).toBeVisible();
  await expect.element(screen.getByText('Failed to register device: This is another code.')).toBeVisible();
  await expect.element(screen.getByText('This is another code.', { exact: true })).toBeVisible();
  await expect.element(field(screen, 'Claim code')).toHaveFocus();
  server.on(registerDevice, () => refuse('conflict', 'This device is already registered.', 'body.serialNumber'));
  await register.click();
  await expect.element(screen.getByRole('alert').getByText('Device Verification Failed')).toBeVisible();
  await expect.element(register).toBeDisabled();
  await button(screen, 'Start over').click();
  await verify(screen);
  await expect.element(screen.getByText('Verified')).toBeVisible();
  expect(field(screen, 'Claim code').elements()).toEqual([]);
  server.on(registerDevice, ({ body }) => ({ serialNumber: body.serialNumber, setup: 'none' as const }));
  await register.click();
  await expect
    .element(screen.getByText('Device Trace_FREE is registered for GPS tracking and saved to the database.'))
    .toBeVisible();
});

test('reports missing and wrong credentials, a required code, and an unreadable answer [HUB-01] [HUB-06]', async () => {
  const { screen, server, world } = await open({ hubCode: '123456' });
  await hubSwitch(screen).click();
  const hub = screen.getByRole('region', { name: 'Hub integration' });
  const check = hub.getByRole('button', { name: /^Verify/ });
  await expect.element(check).toBeDisabled();
  await expect.element(check).toHaveAccessibleDescription('Please enter username and password');
  await verifyHubs(screen, 'wrong');
  await expect.element(hub.getByText('Verification Failed')).toBeVisible();
  await expect.element(hub.getByText('Invalid Ajax credentials or API error')).toBeVisible();
  await verifyHubs(screen);
  await expect.element(field(screen, 'Authenticator code')).toHaveFocus();
  await field(screen, 'Authenticator code').fill('12x');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('The code has six digits.')).toBeVisible();
  world.setup.hubs = [];
  await field(screen, 'Authenticator code').fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.element(hub.getByText(/^No hubs found for this account\./)).toBeVisible();
  expect(server.calls(signInToHubs).at(-1)?.body).toEqual({
    credentials: { username: 'sam@harbour-alarms.example', password: 'Harbour-2026', totp: '123456' },
  });
  server.on(listHubs, () => refuse('unavailable', hubsTexts.invalidHubs));
  await check.click();
  await expect.element(hub.getByText('Invalid response format from hubs service')).toBeVisible();
  server.on(signInToHubs, () => refuse('internal'));
  await check.click();
  await expect.element(hub.getByText('Invalid Ajax credentials or API error')).toBeVisible();
});

test('a second Enter during the verification sends no code again [HUB-06]', async () => {
  const { screen, server } = await open({ hubCode: '123456' });
  await hubSwitch(screen).click();
  await verifyHubs(screen);
  await field(screen, 'Authenticator code').fill('123456');
  const answer = server.hold(signInToHubs);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.calls(signInToHubs).length).toBe(2);
  await userEvent.keyboard('{Enter}');
  answer();
  await expect.element(screen.getByText(/^Credentials verified/)).toBeVisible();
  expect(server.calls(signInToHubs)).toHaveLength(2);
});

test('on a dark phone Register Device stays in reach, and axe reports no problem [HUB-01] [REG-05]', async () => {
  await page.viewport(390, 844);
  const { screen } = await openPortal('/installer/setup', { scheme: 'dark', world: { person: sam } });
  await verify(screen);
  await hubSwitch(screen).click();
  await verifyHubs(screen);
  await screen.getByRole('radio', { name: /Novak home/ }).click();
  await expect.element(button(screen, 'Register Device')).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await axeFindings()).toEqual([]);
  await page.viewport(1_440, 900);
});

test('a late answer leaves the next device that was started meanwhile [REG-14]', async () => {
  const { screen, server } = await open();
  await verify(screen);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  server.on(registerDevice, async ({ body: { serialNumber } }) => {
    await answered;
    return { serialNumber, setup: 'none' as const };
  });
  await button(screen, 'Register Device').click();
  await button(screen, 'Start over').click();
  await field(screen, 'Serial number').fill('Trace_NEXT');
  await field(screen, 'Nickname').fill('Next van');
  answer();
  await expect.element(screen.getByText(/Device Trace_FREE is registered for GPS tracking/)).toBeVisible();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_NEXT');
  await expect.element(field(screen, 'Nickname')).toHaveValue('Next van');
});

test('a late answer of the hub service leaves the next device without the hubs of the previous customer [HUB-01]', async () => {
  const { screen, server, world } = await open();
  world.setup.hubs = world.setup.hubs.slice(0, 1);
  const answer = server.hold(listHubs);
  await hubSwitch(screen).click();
  await verifyHubs(screen);
  await expect.poll(() => server.calls(signInToHubs)).toHaveLength(1);
  await button(screen, 'Start over').click();
  await expect.poll(() => server.calls(listHubs)).toHaveLength(1);
  answer();
  // A later request, whose answer shows that the earlier answer has arrived.
  await verify(screen);
  await expect.element(screen.getByText('Verified', { exact: true })).toBeVisible();
  await hubSwitch(screen).click();
  await expect.element(field(screen, 'Ajax username')).toHaveValue('');
  expect(screen.getByText(/^Credentials verified/).elements()).toEqual([]);
});
