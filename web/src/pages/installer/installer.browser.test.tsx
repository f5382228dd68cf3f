import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server-portal.tsx';
import { sam } from '#testing/fake-server-world.ts';

const installer = { world: { person: sam } };

test('the counts of the home page lead to the list of just these devices', async () => {
  const { screen, history } = await openPortal('/installer', installer);
  const waiting = screen.getByRole('region', { name: 'Waiting for you' });
  await expect.element(waiting.getByText('Caravan')).toBeVisible();
  await screen.getByRole('link', { name: /Offline/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
  expect(history.location.href).toBe('/installer/devices?status=offline');
  await expect.element(screen.getByRole('heading', { name: '1 of 3 devices', level: 2 })).toBeVisible();
  await expect.element(screen.getByText('Caravan')).toBeVisible();
  expect(screen.getByText('Work ute').elements()).toEqual([]);
});

test('a search that finds nothing offers the way back', async () => {
  const { screen, history } = await openPortal('/installer/devices', installer);
  await screen.getByRole('textbox', { name: 'Find a device by name or serial' }).fill('4F6E');
  await expect.element(screen.getByText('Boat')).toBeVisible();
  expect(screen.getByText('Caravan').elements()).toEqual([]);
  await screen.getByRole('textbox', { name: 'Find a device by name or serial' }).fill('zeppelin');
  await screen.getByRole('button', { name: 'Show all devices' }).click();
  await expect.element(screen.getByText('Caravan')).toBeVisible();
  expect(history.location.href).toBe('/installer/devices');
});

test('an installer at the start page is taken to the installer area', async () => {
  const { screen, history } = await openPortal('/', installer);
  await expect.element(screen.getByText('installer Dashboard')).toBeVisible();
  expect(history.location.pathname).toBe('/installer');
});
