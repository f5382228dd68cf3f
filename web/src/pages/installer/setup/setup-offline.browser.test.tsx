import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { signOut } from '@trace/contract/auth/auth.api';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearStores } from '#lib/offline/browser-stores.ts';
import { comeBack } from '#lib/offline/offline.ts';
import { axeFindings } from '#testing/axe.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { takeShot } from '#testing/shot.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { loadOutbox } from '#features/devices/registration/devices-outbox-store.ts';

beforeEach(clearStores);

const open = () =>
  openPortal('/installer/setup', { world: { person: sam, companies: samsCompany(), setup: plainSetup() } });

type Opened = Awaited<ReturnType<typeof open>>;

const field = (screen: Opened['screen'], name: string) => screen.getByRole('textbox', { name, exact: true });
const button = (screen: Opened['screen'], name: string) => screen.getByRole('button', { name, exact: true });

/** Types a serial while the server is unreachable. */
async function typeSerial({ screen, server }: Opened, serial: string): Promise<void> {
  await expect.element(field(screen, 'Serial number')).toBeVisible();
  server.setReachable(false);
  await field(screen, 'Serial number').fill(serial);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/The device cannot be verified while you are offline\. The/)).toBeVisible();
}

async function keep(portal: Opened, serial: string): Promise<void> {
  await typeSerial(portal, serial);
  await button(portal.screen, 'Register when back online').click();
  await expect.element(portal.screen.getByText(`${serial} is saved in this browser.`, { exact: false })).toBeVisible();
}

test('a registration without signal waits visibly and is sent once under the same id when back online [PWA-01]', async () => {
  await page.viewport(390, 844);
  const portal = await open();
  const { screen, server } = portal;
  await typeSerial(portal, 'Trace_FREE');
  await screen.getByRole('switch', { name: 'Hub integration' }).click();
  await expect.element(screen.getByText(/Hubs cannot be linked while you are offline\. Turn/)).toBeVisible();
  await expect.element(button(screen, 'Register when back online')).toBeDisabled();
  await screen.getByRole('switch', { name: 'Hub integration' }).click();
  await field(screen, 'Nickname').fill('Ferry');
  const words = button(screen, 'Register when back online').element();
  for (const part of [words, ...words.querySelectorAll('*')])
    expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth + 1);
  await button(screen, 'Register when back online').click();
  const waiting = screen.getByRole('region', { name: 'Waiting for signal' });
  await expect.element(waiting.getByText('Ferry')).toBeVisible();
  expect(await axeFindings(screen.container)).toEqual([]);
  const [kept] = await loadOutbox(sam.id);
  server.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.element(screen.getByText(/Device Trace_FREE is registered for GPS tracking/)).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
  const sent = server.calls(registerDevice).map(({ body }) => body);
  expect(sent).toEqual([
    { serialNumber: 'Trace_FREE', nickname: 'Ferry', claimCode: null, hub: null, sim: null, registrationId: kept!.id },
  ]);
  expect(await loadOutbox(sam.id)).toEqual([]);
});

test('a refused registration stays with its reason and can be retried, removed or edited [PWA-01]', async () => {
  await page.viewport(1_440, 900);
  const portal = await open();
  const { screen, server } = portal;
  server.on(registerDevice, () => refuse('conflict', 'This device is already registered.', 'body.serialNumber'));
  await keep(portal, 'Trace_FREE');
  server.setReachable(true);
  dispatchEvent(new Event('online'));
  const waiting = screen.getByRole('region', { name: 'Waiting for signal' });
  await expect.element(waiting.getByText('This device is already registered.')).toBeVisible();
  await waiting.getByRole('button', { name: 'Try again: Trace_FREE' }).click();
  await expect.poll(() => server.calls(registerDevice).length).toBe(2);
  await waiting.getByRole('button', { name: 'Remove: Trace_FREE' }).click();
  await expect.element(waiting).not.toBeInTheDocument();

  await typeSerial(portal, 'Trace_FREE');
  await field(screen, 'Nickname').fill('Ferry');
  await button(screen, 'Register when back online').click();
  server.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.element(waiting.getByText('This device is already registered.')).toBeVisible();
  await field(screen, 'Nickname').fill('Another device');
  await waiting.getByRole('button', { name: 'Edit: Trace_FREE' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Replace and edit' }).click();
  await expect.element(field(screen, 'Nickname')).toHaveValue('Ferry');
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_FREE');
  await expect.element(waiting).not.toBeInTheDocument();
});

test('waiting and refused registrations are visible on every page of the installer [REG-14]', async () => {
  await page.viewport(390, 844);
  const portal = await open();
  const { screen, server } = portal;
  await keep(portal, 'Trace_FREE');
  await expect.element(screen.getByRole('region', { name: 'Waiting for signal' })).toBeInViewport();
  const bar = screen.getByRole('region', { name: 'Saved registrations' });
  await expect.element(bar).not.toBeInTheDocument();
  for (const address of ['/installer', '/installer/devices', '/installer/company', '/installer/settings']) {
    portal.history.push(address);
    await expect.element(bar.getByText('1 registration is waiting for signal.')).toBeVisible();
  }
  server.on(registerDevice, () => refuse('conflict', 'This device is already registered.', 'body.serialNumber'));
  server.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.element(bar.getByText('1 registration was refused.')).toBeVisible();
  expect(await axeFindings(bar.element())).toEqual([]);
  await bar.getByRole('link', { name: 'Show' }).click();
  const card = screen.getByRole('region', { name: 'Waiting for signal' });
  await expect.element(card.getByText('This device is already registered.')).toBeVisible();
  await page.viewport(1_440, 900);
});

test('asks before a second registration of a serial replaces the waiting one [REG-14]', async () => {
  const portal = await open();
  const { screen } = portal;
  await typeSerial(portal, 'Trace_FREE');
  await field(screen, 'Nickname').fill('Roof unit');
  await button(screen, 'Register when back online').click();
  const waiting = screen.getByRole('region', { name: 'Waiting for signal' });
  await expect.element(waiting.getByText('Roof unit')).toBeVisible();
  await typeSerial(portal, 'Trace_FREE');
  await field(screen, 'Nickname').fill('Ferry');
  await button(screen, 'Register when back online').click();
  const question = screen.getByRole('dialog', { name: 'Replace the waiting registration of Trace_FREE?' });
  await expect.element(question.getByText(/as Roof unit is already waiting/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field(screen, 'Nickname')).toHaveValue('Ferry');
  expect((await loadOutbox(sam.id)).map(({ nickname }) => nickname)).toEqual(['Roof unit']);
  await button(screen, 'Register when back online').click();
  await question.getByRole('button', { name: 'Replace it' }).click();
  await expect.element(waiting.getByText('Ferry')).toBeVisible();
  expect((await loadOutbox(sam.id)).map(({ nickname }) => nickname)).toEqual(['Ferry']);
});

test('Logout asks before it deletes waiting registrations, and Cancel keeps them [PWA-01] [PWA-02]', async () => {
  onTestFinished(() => void comeBack());
  const portal = await open();
  const { screen, server } = portal;
  await keep(portal, 'Trace_FREE');
  await button(screen, 'Logout').click();
  const question = screen.getByRole('dialog', { name: 'Log out and delete saved registrations?' });
  await expect.element(question.getByText(/^1 registration is saved in this browser only/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect((await loadOutbox(sam.id)).map(({ serialNumber }) => serialNumber)).toEqual(['Trace_FREE']);
  expect(server.calls(signOut)).toEqual([]);
  await button(screen, 'Logout').click();
  await question.getByRole('button', { name: 'Log out and delete' }).click();
  await expect.element(screen.getByText(/^Logged out of this browser\./)).toBeVisible();
  expect(await loadOutbox(sam.id)).toEqual([]);
});

test('on a phone the question of Logout replaces the menu, which would cover it [PWA-01]', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  onTestFinished(() => void comeBack());
  const portal = await open();
  const { screen } = portal;
  await keep(portal, 'Trace_FREE');
  await button(screen, 'Menu').click();
  await screen.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
  const question = screen.getByRole('dialog', { name: 'Log out and delete saved registrations?' });
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect.element(screen.getByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
  await takeShot('logout-question-390');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(await loadOutbox(sam.id)).toHaveLength(1);
});
