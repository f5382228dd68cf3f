import { getSession, signIn, signOut } from '@trace/contract/auth/auth.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { done } from '@trace/contract/kernel/endpoint';
import { endEvent } from '@trace/contract/kernel/stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDevice, mia, sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const nora = {
  ...mia,
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a009',
  email: 'nora.berg@post.example',
  firstName: 'Nora',
  lastName: 'Berg',
};

async function signInAs(screen: Awaited<ReturnType<typeof openPortal>>['screen'], email: string) {
  await screen.getByRole('textbox', { name: 'Email' }).fill(email);
  await screen.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test("shows 'Loading...' while the session loads [GUARD-01]", async () => {
  const { server, screen } = await openPortal('/user', { world: { person: null } });
  server.on(getSession, () => new Promise(() => undefined));
  await expect.element(screen.getByText('Loading...')).toBeVisible();
});

test('without a session the sign-in screen replaces the page, and the page follows the sign-in [GUARD-02]', async () => {
  const { screen, history } = await openPortal('/user?tab=devices', { world: { person: null } });
  await expect.element(screen.getByRole('heading', { name: 'Welcome to Trace' })).toBeVisible();
  expect(history.location.href).toBe('/user?tab=devices');
  await signInAs(screen, 'mia.novak@post.example');
  await expect.element(screen.getByRole('tab', { name: 'Manage Devices', selected: true })).toBeVisible();
  expect(history.location.href).toBe('/user?tab=devices');
});

test('a sign-in at a page of another role opens the own area of the user without an error [GUARD-02] [AUTH-03]', async () => {
  const { screen, history } = await openPortal('/installer/devices', { world: { person: null } });
  await signInAs(screen, 'mia.novak@post.example');
  await expect.element(screen.getByText('user Dashboard')).toBeVisible();
  expect(history.location.pathname).toBe('/user');
});

test('the wrong account type sees why, can switch accounts, and is sent home after 5 s [GUARD-03]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, history } = await openPortal('/installer');
  const denied = screen.getByRole('alert');
  await expect.element(denied.getByText("Access denied. You don't have permission to view this page.")).toBeVisible();
  await expect
    .element(denied.getByText('Your account type is user. This page requires the account type installer.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Sign Out and Switch Account' })).toBeVisible();
  const shownAt = Date.now();
  const isHome = async () => {
    await vi.advanceTimersByTimeAsync(500);
    return screen.getByText('user Dashboard').elements().length > 0;
  };
  await expect.poll(isHome).toBe(true);
  expect(Date.now() - shownAt).toBeGreaterThan(4_000);
  expect(history.location.pathname).toBe('/user');
});

test('the button signs out at once [GUARD-03]', async () => {
  const { screen, server } = await openPortal('/installer');
  await screen.getByRole('button', { name: 'Sign Out and Switch Account' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Know the moment it moves.' })).toBeVisible();
  expect(server.calls().map(({ name }) => name)).toContain('auth.signOut');
});

test('each area has its sidebar [GUARD-04]', async () => {
  const user = await openPortal('/user');
  const entries = user.screen.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect.element(entries.first()).toBeVisible();
  expect(entries.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/user'],
    ['My Devices', '/user?tab=devices'],
    ['Account Settings', '/user/settings'],
  ]);
  await user.screen.unmount();
  const installer = await openPortal('/installer', { world: { person: sam } });
  await expect.element(installer.screen.getByText('installer Dashboard')).toBeVisible();
  const names = installer.screen.getByRole('navigation', { name: 'Main' }).getByRole('link').elements();
  expect(names.map((link) => link.textContent)).toEqual([
    'Home',
    'Setup',
    'Devices',
    'Account Settings',
    'Company Settings',
  ]);
});

test('after a sign-in in another tab, the page shows no data and keeps no data of the previous user [T42] [AUTH-04]', async () => {
  const { screen, server, world } = await openPortal('/user?tab=devices');
  await expect.element(screen.getByRole('row', { name: /Work ute/ })).toBeVisible();
  const opened = server.stream.opened().length;
  const answered = Promise.withResolvers<void>();
  server.on(listDevices, async () => {
    await answered.promise;
    return { devices: [aDevice('Trace_9B10', 'Paddle board')], next: null };
  });
  world.person = nora;
  server.stream.push(endEvent, { reason: 'signed_out' });
  await expect.element(screen.getByText('nora.berg@post.example')).toBeVisible();
  expect(screen.getByText('Work ute').elements()).toEqual([]);
  answered.resolve();
  await expect.element(screen.getByRole('row', { name: /Paddle board/ })).toBeVisible();
  expect(server.stream.opened().length).toBe(opened + 1);
});

test("Logout ends at '/' with a message, and a failure keeps the session and shows an error [GUARD-06]", async () => {
  const { screen, history, server, world } = await openPortal('/user');
  const logout = screen.getByRole('button', { name: 'Logout' });
  await expect.element(logout).toBeVisible();
  const works = { isOn: false };
  server.on(signOut, () => {
    if (!works.isOn) return refuse('internal');
    world.person = null;
    return done;
  });
  await logout.click();
  await expect.element(screen.getByText('Failed to log out')).toBeVisible();
  works.isOn = true;
  await logout.click();
  await expect.element(screen.getByText('Logged out successfully')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Know the moment it moves.' })).toBeVisible();
  expect(history.location.pathname).toBe('/');
});

test.each([
  [390, false],
  [1_440, true],
])('the sign-in focuses its first field except on a phone, at %d px [AUTH-03]', async (width, hasFocus) => {
  await page.viewport(width, 844);
  const { screen } = await openPortal('/sign-in', { world: { person: null } });
  const email = screen.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toBeVisible();
  expect(document.activeElement === email.element()).toBe(hasFocus);
});

test('an incomplete form focuses the first invalid field [AUTH-03]', async () => {
  const { screen } = await openPortal('/sign-in', { world: { person: null } });
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  await expect.element(screen.getByText('Enter your email address.')).toBeVisible();
  await userEvent.keyboard('mia.novak@post.example{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'Password' })).toHaveFocus();
});

test('a refused sign-in shows the reason, and the button is disabled while the answer is pending [AUTH-03]', async () => {
  const { screen, server } = await openPortal('/sign-in', { world: { person: null } });
  const answer = Promise.withResolvers<void>();
  server.on(signIn, async () => {
    await answer.promise;
    return refuse('wrong_credentials', 'Incorrect email or password.');
  });
  await signInAs(screen, 'mia.novak@post.example');
  await expect.element(screen.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
  answer.resolve();
  const toast = screen.getByRole('alert').getByText('Incorrect email or password.');
  await expect.element(toast).toBeVisible();
  const password = screen.getByRole('textbox', { name: 'Password' });
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription('Incorrect email or password.');
  await userEvent.keyboard('H');
  await expect.element(password).not.toHaveAccessibleDescription();
});

test("a server error shows 'Failed to sign in' [AUTH-03]", async () => {
  const { screen, server } = await openPortal('/sign-in', { world: { person: null } });
  server.on(signIn, () => refuse('internal'));
  await signInAs(screen, 'mia.novak@post.example');
  await expect.element(screen.getByRole('alert').getByText('Failed to sign in')).toBeVisible();
});

test('a sign-in shows no data of the previous user [AUTH-04] [AUTH-03]', async () => {
  const { screen, history } = await openPortal('/user');
  await expect.element(screen.getByText('Work ute').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Logout' }).click();
  await screen.getByRole('link', { name: 'Login', exact: true }).click();
  await signInAs(screen, 'sam@harbour-alarms.example');
  await expect.element(screen.getByText('Signed in successfully')).toBeVisible();
  expect(history.location.pathname).toBe('/installer');
  await expect.element(screen.getByRole('link', { name: /4 devices are offline/ })).toBeVisible();
  expect(screen.getByText('Work ute').elements()).toEqual([]);
});

test('a session that ends elsewhere brings the sign-in screen in place of the page', async () => {
  const { screen, server, world } = await openPortal('/user?tab=devices');
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.person = null;
  server.stream.push(endEvent, { reason: 'signed_out' });
  await expect.element(screen.getByRole('heading', { name: 'Welcome to Trace' })).toBeVisible();
});

test.each([
  ['a user', mia, 'live', '/user?tab=live'],
  ['a user', mia, 'ping', '/user'],
  ['an installer', sam, 'live', '/installer'],
  ['an installer', sam, 'ping', '/installer'],
] as const)(
  'the shortcuts of the installed app lead %s to a page of their own (%#) [PWA-01]',
  async (_who, person, shortcut, href) => {
    const { history } = await openPortal(`/?shortcut=${shortcut}`, { world: { person } });
    await expect.poll(() => history.location.href).toBe(href);
    const manifest = (await (await fetch('/manifest.webmanifest')).json()) as { shortcuts: { url: string }[] };
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/?shortcut=ping', '/?shortcut=live']);
  },
);
