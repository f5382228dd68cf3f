import { registerDevice, verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import { labelText } from '@trace/contract/devices/registration/devices.registration.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import { entries } from 'idb-keyval';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearStores, draftStore } from '#lib/offline/browser-stores.ts';
import { axeFindings } from '#testing/axe.ts';
import { drawLabel, fakeCamera } from '#testing/fake-camera.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { loadDraft, saveDraft } from '#features/devices/registration/devices-draft-store.ts';

beforeEach(clearStores);

const open = (person = sam, address = '/installer/setup') =>
  openPortal(address, { world: { person, companies: samsCompany(), setup: plainSetup() }, isReload: true });

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name, exact: true });
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true });
const notice = (screen: Screen) => screen.getByRole('region', { name: 'Half-filled registration' });
const goTo = (screen: Screen, name: string) => screen.getByRole('link', { name, exact: true }).first().click();
const keptNames = async () =>
  (await entries<string, { nickname: string }>(draftStore)).map(([, { nickname }]) => nickname);

/** Fills the form, passwords included, and waits until the browser has saved the form. */
async function fill(screen: Screen): Promise<void> {
  await field(screen, 'Serial number').fill('Trace_7C04');
  await userEvent.keyboard('{Enter}');
  await field(screen, 'Claim code').fill('K7QM22D9FABBBBBCCCCC');
  await field(screen, 'APN').fill('internet.example');
  await field(screen, 'SIM password').fill('Sim-Secret-1');
  await screen.getByRole('switch', { name: 'Hub integration' }).click();
  await field(screen, 'Ajax username').fill('sam@harbour-alarms.example');
  await field(screen, 'Ajax password').fill('Hub-Secret-2');
  await field(screen, 'Nickname').fill('Roof unit');
  await expect.poll(keptNames).toEqual(['Roof unit']);
}

async function expectRestored(screen: Screen): Promise<void> {
  await expect.element(notice(screen).getByText(/^Your half-filled registration is back\. Saved .*\./)).toBeVisible();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_7C04');
  await expect.element(field(screen, 'Claim code')).toHaveValue('K7QM22D9FABBBBBCCCCC');
  await expect.element(field(screen, 'Nickname')).toHaveValue('Roof unit');
  await expect.element(field(screen, 'APN')).toHaveValue('internet.example');
  await expect.element(screen.getByText('Verified')).toBeVisible();
  await expect.element(field(screen, 'Ajax password')).toHaveValue('');
  await expect.element(field(screen, 'SIM password')).toHaveValue('');
}

test('a half-filled registration survives another page and a reload, is verified again, and ends with Register [REG-14]', async () => {
  const first = await open();
  await fill(first.screen);
  await goTo(first.screen, 'Devices');
  await expect.element(first.screen.getByRole('row', { name: /Work ute/ })).toBeVisible();
  await goTo(first.screen, 'Setup');
  await expectRestored(first.screen);
  await first.screen.unmount();

  const { screen, server } = await open();
  await expectRestored(screen);
  expect(await axeFindings(screen.container)).toEqual([]);
  expect(server.calls(verifySerial)).toHaveLength(1);
  await screen.getByRole('switch', { name: 'Hub integration' }).click();
  await button(screen, 'Register Device').click();
  await expect.poll(() => server.calls(registerDevice).length).toBe(1);
  await expect.poll(keptNames).toEqual([]);
  await expect.element(notice(screen)).not.toBeInTheDocument();
});

test('stores the claim code but no hub credential and no SIM password [REG-14]', async () => {
  const { screen } = await open();
  await fill(screen);
  const kept = JSON.stringify(await entries(draftStore));
  expect(kept).toContain('K7QM22D9FABBBBBCCCCC');
  expect(kept).not.toMatch(/Secret|harbour-alarms/);
});

test('Start over deletes the draft, and an untouched form has none [REG-14]', async () => {
  const { screen } = await open();
  await fill(screen);
  await button(screen, 'Start over').click();
  await expect.poll(keptNames).toEqual([]);
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_');
  await screen.unmount();
  const again = await open();
  await expect.element(field(again.screen, 'Serial number')).toHaveValue('Trace_');
  expect(notice(again.screen).elements()).toEqual([]);
});

test('a draft is shown only to its own user and for at most seven days [REG-14]', async () => {
  const first = await open();
  await fill(first.screen);
  await first.screen.unmount();
  const other = await open({ ...sam, id: '0197f0c8-0000-7000-8000-0000000000aa' });
  await expect.element(field(other.screen, 'Serial number')).toHaveValue('Trace_');
  expect(notice(other.screen).elements()).toEqual([]);
  await other.screen.unmount();
  const later = Date.now() + 7 * DAY_MS + 1_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  expect(await loadDraft(sam.id)).toBeNull();
  expect(await keptNames()).toEqual([]);
});

test('a draft survives the correction of a clock that was a day ahead [REG-14]', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS);
  onTestFinished(() => clock.mockRestore());
  const { screen } = await open();
  await fill(screen);
  await screen.unmount();
  clock.mockRestore();
  await expectRestored((await open()).screen);
  expect(await keptNames()).toEqual(['Roof unit']);
});

test('asks before the draft of another tab is replaced, and keeps the chosen one [REG-14]', async () => {
  await page.viewport(390, 844);
  const { screen } = await open();
  await fill(screen);
  const own = (await loadDraft(sam.id))!;
  await saveDraft(sam.id, { ...own, serial: 'Trace_FREE', nickname: 'Other tab' }, own.revision);
  await field(screen, 'Nickname').fill('Roof unit 2');
  await expect.element(notice(screen).getByText('Another half-filled registration: Other tab')).toBeVisible();
  expect(await axeFindings(screen.container)).toEqual([]);
  expect(await keptNames()).toEqual(['Other tab']);
  await button(screen, 'Keep this one').click();
  await expect.poll(keptNames).toEqual(['Roof unit 2']);

  const newer = (await loadDraft(sam.id))!;
  await saveDraft(sam.id, { ...newer, serial: 'Trace_FREE', nickname: 'Third tab', isVerified: false }, newer.revision);
  await field(screen, 'Nickname').fill('Roof unit 3');
  await button(screen, 'Continue with that one').click();
  await expect.element(field(screen, 'Nickname')).toHaveValue('Third tab');
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_FREE');
  expect(await keptNames()).toEqual(['Third tab']);
  await page.viewport(1_440, 900);
});

test('asks before a scanned label replaces the typed device [REG-14] [REG-13]', async () => {
  const camera = fakeCamera();
  camera.show(drawLabel(labelText('Trace_7C04', 'K7QM22D9FABBBBBCCCCC')));
  const { screen } = await open();
  await field(screen, 'Serial number').fill('Trace_FREE');
  await field(screen, 'Nickname').fill('Ferry');
  await button(screen, 'Scan label').click();
  const question = screen.getByRole('dialog', { name: 'Replace Trace_FREE?' });
  await expect.element(question.getByText(/^You scanned the label of Trace_7C04\./)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_FREE');
  await button(screen, 'Scan label').click();
  await question.getByRole('button', { name: 'Use the scanned label' }).click();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_7C04');
  await expect.element(field(screen, 'Nickname')).toHaveValue('Ferry');
});
