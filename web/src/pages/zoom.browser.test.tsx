import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { priya } from '#testing/fake-server/fake-server-support.ts';
import { aDevice, mia, premium, sam } from '#testing/fake-server/fake-server-world.ts';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';

const boxOf = (element: Element) => element.getBoundingClientRect();
const doOverlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The window of a browser at 400% on a screen of 1280 x 1024 px. */
const ZOOMED = [320, 256] as const;

async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1_440, 900));
}

function enlargeText(): void {
  document.documentElement.style.fontSize = '32px';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
}

test('a focused field of the setup is in view at 400% zoom, below the header and above the buttons', async () => {
  await resize(...ZOOMED);
  const { screen } = await openPortal('/installer/setup', { world: { person: sam } });
  const field = screen.getByRole('textbox', { name: 'Nickname' });
  await expect.element(field).toBeVisible();
  const header = boxOf(screen.getByRole('banner').element());
  const { top, height } = boxOf(field.element());
  window.scrollBy(0, top + height / 2 - header.bottom);
  (field.element() as HTMLElement).focus();
  await expect.poll(() => boxOf(field.element()).top).toBeGreaterThanOrEqual(header.bottom);
  const { x, y, width } = boxOf(field.element());
  expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(field.element());
});

test.each([
  { role: 'button', name: 'Create Ticket' },
  { role: 'link', name: 'Dashboard' },
] as const)('the focus on $name, which keeps its place, does not scroll the page', async ({ role, name }) => {
  await resize(1_280, 400);
  const { screen } = await openPortal('/support', { world: { person: priya } });
  const control = screen.getByRole(role, { name }).first();
  await expect.element(control).toBeVisible();
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(700);
  window.scrollTo(0, 200);
  await expect.poll(() => window.scrollY).toBe(200);
  (control.element() as HTMLElement).focus();
  expect(window.scrollY).toBe(200);
});

test('the map of a low window shows its zoom buttons whole, and the focus in them', async () => {
  await resize(...ZOOMED);
  const { screen } = await openPortal('/user', {
    world: { devices: [aDevice('Trace_4F21', 'Work van')], statuses: [aStatus('Trace_4F21', { lastSeen: ago(1) })] },
  });
  const zoomOut = screen.getByRole('button', { name: 'Zoom out' }).first();
  await expect.element(zoomOut).toBeVisible();
  const map = zoomOut.element().closest('[class*=places]')!;
  expect(boxOf(zoomOut.element()).bottom).toBeLessThan(boxOf(map).bottom);
  (zoomOut.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}');
  await expect.element(zoomOut).toHaveFocus();
  expect(getComputedStyle(zoomOut.element()).outlineStyle).toBe('solid');
});

test.each([
  { address: '/support', person: priya, width: 844, height: 390, action: 'Create Ticket' },
  { address: '/user', person: mia, width: 390, height: 844, action: 'Refresh subscription' },
])('the buttons in the head of $address cover neither each other nor the bell', async (row) => {
  const { address, person, width, height, action } = row;
  await resize(width, height);
  const { screen } = await openPortal(address, { world: { person } });
  const header = screen.getByRole('banner');
  await expect.element(header.getByRole('button', { name: /^Notifications|^Alerts/ })).toBeVisible();
  await expect.element(header.getByRole('button', { name: action })).toBeVisible();
  const buttons = header
    .getByRole('button')
    .elements()
    .filter((each) => each.checkVisibility());
  const pairs = buttons.flatMap((each, nth) => buttons.slice(nth + 1).map((other) => [each, other] as const));
  for (const [each, other] of pairs) expect(doOverlap(boxOf(each), boxOf(other)), other.outerHTML).toBe(false);
});

/** About the window that text of twice the size leaves on a phone of 390 px. */
const LARGE_TEXT = [200, 422] as const;

test.each([
  { address: '/user', person: mia, shown: 'Work ute' },
  { address: '/user?tab=devices', person: mia, shown: 'Work ute' },
  { address: '/user?tab=live&device=Trace_4F21', person: mia, shown: /^-?\d+\.\d{6}, / },
  { address: '/installer', person: sam, shown: 'Recent Updates' },
  { address: '/installer/devices', person: sam, shown: 'System Overview' },
])('$address is as wide as a phone with text of twice the size', async ({ address, person, shown }) => {
  await resize(...LARGE_TEXT);
  const { screen } = await openPortal(address, { world: { person, subscription: premium } });
  await expect.element(screen.getByRole('main').getByText(shown).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(LARGE_TEXT[0]);
});

test('badges and the number on the bell grow with the text of the browser', async () => {
  enlargeText();
  const { screen } = await openPortal('/user');
  const badge = screen.getByRole('banner').getByText('Free Plan');
  await expect.element(badge).toBeVisible();
  expect(getComputedStyle(badge.element()).fontSize).toBe('24px');
  const skip = screen.getByRole('link', { name: 'Skip to content' }).element();
  expect(boxOf(skip).bottom).toBeLessThanOrEqual(0);
});

test('the list of countries stays in the window at twice the text size', async () => {
  enlargeText();
  await resize(390, 844);
  const { screen } = await openPortal('/sign-up', { world: { person: null } });
  await screen.getByRole('combobox', { name: 'Country of the phone number' }).click();
  await userEvent.keyboard('austra');
  await expect.element(screen.getByRole('option', { name: /Australia/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});
