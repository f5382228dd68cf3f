import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const installer = { world: { person: sam } };

test('the counts of the home page lead to the list of just these devices', async () => {
  const { screen, history } = await openPortal('/installer', installer);
  await screen.getByRole('link', { name: /4 devices are offline/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Device Management', level: 1 })).toBeVisible();
  expect(history.location.href).toBe('/installer/devices?status=offline');
  await expect.element(screen.getByText('Excavator 3')).toBeVisible();
  expect(screen.getByText('Work ute').elements()).toEqual([]);
});

test('an installer at the start page is taken to the installer area', async () => {
  const { screen, history } = await openPortal('/', installer);
  await expect.element(screen.getByText('installer Dashboard')).toBeVisible();
  expect(history.location.pathname).toBe('/installer');
});
