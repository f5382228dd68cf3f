import { listDevices } from '@trace/contract/devices/devices.api';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { expect, test } from 'vitest';
import { harbour, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDevice, mia, sam } from '#testing/fake-server/fake-server-world.ts';

const { id, name, email, phone, website, logoId } = harbour;
const card = { id, name, email, phone, website, logoId };
const lostLogoId = '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3b404';

const sidebar = () => document.querySelector('aside');
const pictures = () => sidebar()?.querySelectorAll('img[src^="/api/company-logos/"]').length;

test('a user sees the logo and the name of the company that the device belongs to [GUARD-05]', async () => {
  const devices = [aDevice('Trace_4F21', 'Work ute'), { ...aDevice('Trace_4F6E', 'Boat'), company: card }];
  const { screen } = await openPortal('/user/settings', { world: { devices } });
  await expect.element(screen.getByText('Harbour Alarms')).toBeVisible();
  await expect.element(screen.getByText('user Dashboard')).toBeVisible();
  const picture = sidebar()?.querySelector('img');
  await expect.poll(() => picture?.naturalWidth).toBeGreaterThan(0);
  expect(picture?.getAttribute('src')).toBe(`/api/company-logos/${logoId}`);
});

test('the sidebar shows no brand before the devices have loaded, so that no other brand flashes [GUARD-05]', async () => {
  const { screen, server } = await openPortal('/user/settings', { world: { person: null } });
  const answered = Promise.withResolvers<void>();
  server.on(listDevices, async () => {
    await answered.promise;
    return { devices: [{ ...aDevice('Trace_4F21', 'Work ute'), company: card }], next: null };
  });
  await screen.getByRole('textbox', { name: 'Email' }).fill(mia.email);
  await screen.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('complementary').getByText('Trace')).not.toBeVisible();
  answered.resolve();
  await expect.element(screen.getByRole('complementary').getByText('Harbour Alarms')).toBeVisible();
});

test("the sidebar shows the product's logo when the company's image fails to load [GUARD-05]", async () => {
  const devices = [{ ...aDevice('Trace_4F21', 'Work ute'), company: { ...card, logoId: lostLogoId } }];
  const { screen } = await openPortal('/user', { world: { devices } });
  await expect.element(screen.getByText('Work ute').first()).toBeVisible();
  await expect.element(screen.getByRole('complementary').getByText('Trace')).toBeVisible();
  expect(pictures()).toBe(0);
});

test("the sidebar shows the product's logo for installers and for users without a company [GUARD-05]", async () => {
  const { screen } = await openPortal('/user');
  await expect.element(screen.getByText('Work ute').first()).toBeVisible();
  await expect.element(screen.getByRole('complementary').getByText('Trace')).toBeVisible();
  expect(pictures()).toBe(0);
  await screen.unmount();
  const devices = [{ ...aDevice('Trace_4F21', 'Work ute'), company: card }];
  const world = { person: sam, devices, companies: samsCompany() };
  const installer = await openPortal('/installer/settings', { world });
  await expect.element(installer.screen.getByText('installer Dashboard')).toBeVisible();
  await expect.element(installer.screen.getByRole('complementary').getByText('Trace')).toBeVisible();
  expect(pictures()).toBe(0);
});

test('Installer Support shows the name and contacts of the company of the first device with a company [UDASH-02]', async () => {
  const devices = [aDevice('Trace_4F21', 'Work ute'), { ...aDevice('Trace_4F6E', 'Boat'), company: card }];
  // Without a ping there is no map to be drawn.
  const { screen, server, world } = await openPortal('/user', { world: { devices, pings: [] } });
  const support = screen.getByRole('region', { name: 'Installer Support' });
  await expect.element(support.getByText('Harbour Alarms')).toBeVisible();
  await expect
    .element(support.getByRole('link', { name: '+61 2 5550 1234' }))
    .toHaveAttribute('href', 'tel:+61255501234');
  await expect
    .element(support.getByRole('link', { name: 'help@harbour-alarms.example' }))
    .toHaveAttribute('href', 'mailto:help@harbour-alarms.example');
  await expect.poll(() => support.element().querySelector('img')?.naturalWidth).toBeGreaterThan(0);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.devices = [aDevice('Trace_4F21', 'Work ute')];
  server.stream.push(devicesChangedEvent, {}, '1');
  await expect.element(support.getByText(/^Your devices are not linked to a company\. Contact/)).toBeVisible();
});
