import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';

test.each([
  ['/user', 'Dashboard · Trace'],
  ['/user?tab=devices', 'Manage Devices · Trace'],
  ['/user?tab=live', 'Live Tracking · Trace'],
  ['/nothing', 'Page not found · Trace'],
  ['/reset-password', 'Choose a new password · Trace'],
])('the browser’s tab names the page at %s', async (at, title) => {
  await openPortal(at);
  await expect.poll(() => document.title).toBe(title);
});

test.each([
  ['/sign-in', 'Sign In · Trace'],
  ['/sign-up', 'Sign Up · Trace'],
  ['/keep-second-step', 'Keep two-step sign-in · Trace'],
])('the browser’s tab names the page at %s when nobody is signed in', async (at, title) => {
  await openPortal(at, { world: { person: null } });
  await expect.poll(() => document.title).toBe(title);
});

test.each([
  ['/installer', 'Home · Trace'],
  ['/installer/devices', 'Device Management · Trace'],
  ['/installer/devices?tab=overview', 'System Overview · Trace'],
  ['/installer/company', 'Company Details · Trace'],
  ['/installer/company?tab=employees', 'Employees · Trace'],
])('the browser’s tab names the page of an installer at %s', async (at, title) => {
  await openPortal(at, { world: { person: sam, companies: samsCompany() } });
  await expect.poll(() => document.title).toBe(title);
});

const announced = () => document.querySelector('[data-page-title]')?.textContent;

test('a change of page keeps the sidebar, focuses the new heading and announces the title', async () => {
  const { screen, history } = await openPortal('/user');
  const entry = screen.getByRole('link', { name: 'Account Settings' });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(announced()).toBe('');
  const sidebar = screen.getByRole('navigation', { name: 'Main' }).element();
  await entry.click();
  await expect.element(screen.getByRole('heading', { name: 'Account Settings', level: 1 })).toHaveFocus();
  await expect.poll(announced).toBe('Account Settings');
  expect(sidebar.isConnected).toBe(true);
  history.back();
  await expect.element(screen.getByRole('heading', { name: /Mia/, level: 1 })).toHaveFocus();
  await expect.poll(announced).toBe('Dashboard');
  expect(sidebar.isConnected).toBe(true);
});

test('a tab of the dashboard keeps the focus', async () => {
  const { screen } = await openPortal('/user');
  const tab = screen.getByRole('tab', { name: 'Manage Devices' });
  await tab.click();
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.element(tab).toHaveFocus();
});

test('a page that is opened from the menu of a phone has the focus on its heading', async () => {
  await page.viewport(390, 844);
  const { screen } = await openPortal('/user');
  await screen.getByRole('button', { name: 'Menu' }).click();
  await screen.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account Settings' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Account Settings', level: 1 })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.closest('header, main')).not.toBeNull();
});
