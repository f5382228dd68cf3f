import { axeFindings } from '#testing/axe.ts';
import { mount } from '#testing/mount.tsx';
import { takeShot } from '#testing/shot.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { AppShell } from './app-shell.tsx';
import NotFoundPage from './not-found-page.tsx';
import { shellEntries } from './shell-entries.ts';
import { ShellHead } from './shell-head.tsx';
import { supportEntries } from './support-entries.ts';

const mia = { name: 'Mia Novak', email: 'mia.novak@post.example' };

function Framed(props: Partial<ComponentProps<typeof AppShell>>) {
  return (
    <AppShell area="user" entries={shellEntries.user} person={mia} brand={null} onLogout={() => undefined} {...props}>
      <ShellHead>
        <PageHeader
          title="Good morning, Mia"
          context="3 devices, 1 offline"
          right={
            <Badge size="lg" color="gray">
              Free Plan
            </Badge>
          }
        />
      </ShellHead>
      <SectionCard title="My Devices">Work ute</SectionCard>
    </AppShell>
  );
}

/** A shell whose Logout stays busy after the press, until `failing` resolves. */
function Leaving({ onLogout, failing }: { onLogout: () => void; failing?: Promise<void> }) {
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const leave = () => {
    onLogout();
    setIsLoggingOut(true);
    void failing?.then(() => setIsLoggingOut(false));
  };
  return <Framed area="installer" entries={shellEntries.installer} onLogout={leave} isLoggingOut={isLoggingOut} />;
}

const openMenu = () => userEvent.click(page.getByRole('button', { name: 'Menu' }));

test.each([
  ['light', 1_440],
  ['dark', 390],
] as const)('the shell in %s at %d px has no axe violations [GUARD-04]', async (scheme, width) => {
  await page.viewport(width, 800);
  await mount(<Framed />, { scheme, at: '/user' });
  await expect.element(page.getByRole('heading', { name: 'Good morning, Mia' })).toBeVisible();
  await takeShot(`shell-${scheme}-${width}`);
  expect(await axeFindings()).toEqual([]);
});

test('both entries of a user link to /user, and the open entry is marked as current [GUARD-04]', async () => {
  await page.viewport(1_440, 800);
  await mount(<Framed />, { at: '/user?tab=devices' });
  await expect.element(page.getByText('user Dashboard')).toBeVisible();
  const entry = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(entry('Home')).toHaveAttribute('href', '/user');
  await expect.element(entry('My Devices')).toHaveAttribute('href', '/user?tab=devices');
  await expect.element(entry('My Devices')).toHaveAttribute('aria-current', 'page');
  await expect.element(entry('Home')).not.toHaveAttribute('aria-current');
});

test.each([
  ['beside the page', 1_440],
  ['in the menu of a phone', 390],
])('the open entry is scrolled into view %s [GUARD-04]', async (_words, width) => {
  await page.viewport(width, 420);
  await mount(<Framed area="support" entries={supportEntries} />, { at: '/support/operations' });
  if (width === 390) await openMenu();
  const entry = page.getByRole('link', { name: 'Operations' });
  const box = (element: Element) => element.getBoundingClientRect();
  await expect.poll(() => box(entry.element()).bottom - box(entry.element().closest('nav')!).bottom).toBeLessThan(1);
  expect(window.scrollY).toBe(0);
});

test('the product name replaces a company logo that fails to load [GUARD-05]', async () => {
  await page.viewport(1_440, 800);
  await mount(<Framed brand={{ name: 'Harbour Alarms', logoUrl: '/no-such-logo.png' }} />, { at: '/user' });
  await expect.element(page.getByText('Trace')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
});

test('the menu button of a phone is 44 px high, and the colours are chosen in the settings there', async () => {
  await page.viewport(390, 800);
  await mount(<Framed />, { at: '/user' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect.element(menu).toBeVisible();
  expect(menu.element().getBoundingClientRect().height).toBe(44);
  expect(page.getByRole('button', { name: 'Switch to dark colours' }).query()).toBeNull();
});

test('a failed Logout closes the phone menu, which would cover the error message [GUARD-06]', async () => {
  await page.viewport(390, 800);
  const failing = Promise.withResolvers<void>();
  await mount(<Leaving onLogout={() => undefined} failing={failing.promise} />, { at: '/installer/setup' });
  await openMenu();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect.element(menu.getByRole('button', { name: 'Logout' })).toBeDisabled();
  failing.resolve();
  await expect.element(menu).not.toBeInTheDocument();
});

test('the phone menu opens, closes by Escape and returns the focus, and its Logout shows busy during sign-out', async () => {
  await page.viewport(390, 800);
  const onLogout = vi.fn();
  await mount(<Leaving onLogout={onLogout} />, { at: '/installer/setup' });
  await openMenu();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'Setup' })).toHaveAttribute('aria-current', 'page');
  await takeShot('shell-menu-390');
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus();
  await openMenu();
  const logout = menu.getByRole('button', { name: 'Logout' });
  await userEvent.click(logout);
  await expect.element(logout).toBeDisabled();
  await expect.element(logout).toHaveAttribute('aria-busy', 'true');
  await takeShot('shell-menu-390-leaving');
  expect(await axeFindings()).toEqual([]);
  (logout.element() as HTMLButtonElement).click();
  expect(onLogout).toHaveBeenCalledOnce();
});

test.each([
  [1_440, 800],
  [1_024, 700],
])('toasts cover neither the page, the entries nor a dialog at %d x %d px [UDASH-12]', async (width, height) => {
  await page.viewport(width, height);
  const screen = await mount(
    <>
      <Framed />
      <Dialog isOpen title="Upgrade" size="lg" onClose={() => undefined}>
        <div style={{ height: 900 }} />
      </Dialog>
    </>,
    { at: '/user' },
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  const before = boxOf(screen.getByRole('dialog').element());
  showToast({ title: 'Ping Failed', text: 'The device could not be reached.', tone: 'failed', about: 'one' });
  showToast({ title: 'Ping Failed', text: 'The device could not be reached', tone: 'failed', about: 'two' });
  await expect.poll(() => document.querySelectorAll('[role=alert]').length).toBe(2);
  const others = ['[role=dialog]', 'main', '[aria-label=Main] a', 'aside button'];
  for (const toast of document.querySelectorAll('[role=alert]'))
    for (const other of others.flatMap((selector) => [...document.querySelectorAll(selector)]))
      expect(doOverlap(boxOf(toast), boxOf(other)), other.outerHTML).toBe(false);
  expect(boxOf(screen.getByRole('dialog').element())).toEqual(before);
});

test('the newest toast covers neither the page of a phone nor the buttons of its header [UDASH-12]', async () => {
  await page.viewport(390, 844);
  const bell = <button type="button" aria-label="Alerts" style={{ width: 44, height: 44 }} />;
  await mount(<Framed actions={bell} />, { at: '/user' });
  await expect.element(page.getByRole('heading', { name: 'Good morning, Mia' })).toBeVisible();
  showToast({ about: 'profile', text: 'Changes saved', tone: 'done' });
  showToast({
    about: 'ping',
    title: 'Ping Failed',
    text: 'Device did not respond with valid GPS coordinates.',
    tone: 'failed',
  });
  const toast = page.getByRole('alert');
  await expect.element(toast).toBeVisible();
  await expect.element(page.getByText('Changes saved')).not.toBeVisible();
  expect(doOverlap(boxOf(toast.element()), boxOf(page.getByRole('main').element()))).toBe(false);
  for (const name of ['Menu', 'Alerts']) {
    expect(doOverlap(boxOf(toast.element()), boxOf(page.getByRole('button', { name }).element()))).toBe(false);
  }
});

const boxOf = (element: Element) => element.getBoundingClientRect();
const doOverlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a long last name stays inside the sidebar', async () => {
  await page.viewport(1_440, 800);
  const person = { ...mia, name: 'Mia Wolfeschlegelsteinhausenbergerdorff' };
  await mount(<Framed person={person} />, { at: '/user' });
  const name = page.getByText(person.name);
  await expect.element(name).toBeVisible();
  expect(name.element().scrollWidth).toBe(name.element().clientWidth);
});

test('the skip link opens no room for scrolling in a page from right to left', async () => {
  await page.viewport(1_440, 800);
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  await mount(<Framed />, { at: '/user' });
  await expect.element(page.getByRole('heading', { name: 'Good morning, Mia' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test('an address that is none of ours offers the way home', async () => {
  await page.viewport(1_440, 800);
  await mount(<NotFoundPage />, { at: '/nowhere' });
  await expect.element(page.getByText('404')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await takeShot('not-found');
  expect(await axeFindings()).toEqual([]);
});

test('a dark page prints dark text on white, without sidebar, bell and scheme switch', async () => {
  await page.viewport(1_440, 800);
  const screen = await mount(<Framed actions={<button type="button">Bell</button>} />, { scheme: 'dark', at: '/user' });
  const colorOfText = () => getComputedStyle(screen.getByText('Work ute').element()).color;
  await expect.element(screen.getByRole('button', { name: 'Bell' })).toBeVisible();
  const onScreen = colorOfText();
  onTestFinished(() => void cdp().send('Emulation.setEmulatedMedia', { media: '' }));
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  dispatchEvent(new Event('beforeprint'));
  expect(colorOfText()).toBe('rgb(19, 28, 35)');
  await expect.element(screen.getByText('Logout')).not.toBeVisible();
  await expect.element(screen.getByText('Bell')).not.toBeVisible();
  await expect.element(screen.getByText('3 devices, 1 offline')).toBeVisible();
  dispatchEvent(new Event('afterprint'));
  expect(colorOfText()).toBe(onScreen);
});
