import { addPhone, listPhones, renewPhoneSecret } from '@trace/contract/phones/phones.api';
import type { Phone } from '@trace/contract/phones/phones.schema';
import { phonesTexts as texts } from '@trace/contract/phones/phones.texts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDevice } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { settled } from '#testing/settled.ts';

const serialNumber = 'Phone_7KMNPQ4R';
const key = { serialNumber, portalUrl: 'https://trace.example', accessKey: 'A'.repeat(32) };
const made = '2026-03-02T00:00:00.000Z';
const silent: Phone = { serialNumber, name: 'Mia', secretMadeAt: made, lastReportAt: null, lastPositionAt: null };

test('adds a phone with a code for either app, and shows the first report [PHON-01]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices', { world: { devices: [] } });
  let phone = silent;
  server.on(listPhones, () => ({ phones: [phone] }));
  server.on(addPhone, () => refuse('conflict', texts.tooMany));
  await screen.getByRole('button', { name: texts.add }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByLabelText(texts.name)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(texts.nameMissing)).toBeVisible();
  await userEvent.keyboard("Mia's phone{Enter}");
  await expect.element(dialog.getByText(texts.addFailed(texts.tooMany))).toBeVisible();

  server.on(addPhone, () => key);
  await dialog.getByRole('button', { name: texts.next }).click();
  await expect.element(dialog.getByRole('img', { name: texts.code('Traccar Client') })).toBeVisible();
  await expect.element(dialog.getByText(texts.waiting)).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  await dialog.getByText(texts.byHand).click();
  await expect.element(dialog.getByText(`https://trace.example/phone/${key.accessKey}`)).toBeVisible();
  await dialog.getByText('OwnTracks', { exact: true }).click();
  await expect.element(dialog.getByRole('img', { name: texts.code('OwnTracks') })).toBeVisible();
  await expect.element(dialog.getByText('https://trace.example/phone/owntracks')).toBeVisible();

  phone = { ...silent, lastReportAt: '2026-03-02T00:00:05.000Z' };
  await expect.element(dialog.getByText(texts.connected), { timeout: 8_000 }).toBeVisible();
  phone = { ...phone, lastPositionAt: '2026-03-02T00:00:05.000Z' };
  await expect.element(dialog.getByText(texts.located), { timeout: 8_000 }).toBeVisible();
  await dialog.getByRole('button', { name: texts.done }).click();
  await expect.element(screen.getByRole('button', { name: texts.add })).toHaveFocus();
});

test('a phone offers a new code instead of tracker actions, Escape keeps the code, and reports of the old code do not count [PHON-01]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices', {
    world: { devices: [aDevice(serialNumber, 'Mia')] },
  });
  server.on(listPhones, () => ({ phones: [{ ...silent, lastReportAt: '2026-03-01T23:00:00.000Z' }] }));
  server.on(renewPhoneSecret, () => key);
  await screen.getByRole('button', { name: 'Actions for Mia' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  for (const name of ['Control', 'Give back', 'Reconfigure'])
    await expect.element(screen.getByRole('menuitem', { name })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: texts.setUpAgainOf('Mia') }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(texts.renewText)).toBeVisible();
  await dialog.getByRole('button', { name: texts.renew }).dblClick();
  await expect.element(dialog.getByText(texts.waiting)).toBeVisible();
  expect(server.calls(renewPhoneSecret)).toHaveLength(1);
  // The code is shown only once.
  await userEvent.keyboard('{Escape}');
  await settled();
  await expect.element(dialog.getByRole('img', { name: texts.code('Traccar Client') })).toBeVisible();
  await dialog.getByRole('button', { name: texts.later }).click();
  await screen.getByRole('button', { name: 'Remove Mia' }).click();
  await expect.element(screen.getByText(texts.removeText)).toBeVisible();
});
