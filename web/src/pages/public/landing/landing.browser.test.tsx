import { getAnnouncement } from '@trace/contract/recent-updates/recent-updates.api';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { noUpdates } from '#testing/fake-server/fake-server-updates.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const monday = { id: '8f14e45f-ceea-467f-9ab5-0d6a1b2c3d4e', description: 'Maintenance on Monday from 2 am.' };
const defaultNotice =
  'We are rolling out continuous updates to keep GPS modules compatible. The portal may be temporarily unavailable.';

const announcing = (announcement: typeof monday | null) => ({
  person: null,
  updates: { ...noUpdates(), announcement },
});

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1_440, 900);
});

test('the landing page shows the logo, three selling points and the links into the portal [LAND-01]', async () => {
  const { screen, history } = await openPortal('/', { world: announcing(null) });
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Know the moment it moves.');
  await expect.element(screen.getByText('Trace', { exact: true }).first()).toBeVisible();
  for (const point of ['Built to work with the hub system', 'Plug and track in minutes', 'Zero setup for end-users']) {
    await expect.element(screen.getByRole('heading', { name: point })).toBeVisible();
  }
  const address = (name: string) => screen.getByRole('link', { name }).first().element().getAttribute('href');
  expect(address("I'm an Installer")).toBe('/sign-up?type=installer');
  expect(address("I'm a User")).toBe('/sign-up?type=user');
  expect(address('Support staff login')).toBe('/support-login');
  await screen.getByRole('link', { name: 'Login', exact: true }).click();
  await expect.poll(() => history.location.pathname).toBe('/sign-in');
});

test.each([
  ['installer', sam, '/installer'],
  ['user', undefined, '/user'],
] as const)(
  'a signed-in %s goes to their own area and never sees the landing page [LAND-02]',
  async (_who, person, home) => {
    let hasFlashed = false;
    const watch = new MutationObserver(() => {
      hasFlashed ||= document.body.textContent.includes('moment it moves');
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const { history } = await openPortal('/', { world: person ? { person } : {} });
    await expect.poll(() => history.location.pathname).toBe(home);
    watch.disconnect();
    expect(hasFlashed).toBe(false);
  },
);

test('the first Tab reaches a link to the content', async () => {
  const { screen } = await openPortal('/', { world: announcing(null) });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  await expect.element(skip).toHaveFocus();
  expect(skip.element().getBoundingClientRect().top).toBeGreaterThan(0);
});

test('the banner shows the newest announcement and stays closed until a newer announcement [LAND-03]', async () => {
  const first = await openPortal('/', { world: announcing(monday) });
  const banner = () => page.getByRole('region', { name: 'System Updates' });
  await expect.element(banner().getByText(monday.description)).toBeVisible();
  await expect.element(banner().getByText('System Updates')).toBeVisible();
  await first.screen.getByRole('button', { name: 'Close announcement' }).click();
  await expect.element(banner()).not.toBeInTheDocument();
  await first.screen.unmount();

  const second = await openPortal('/', { world: announcing(monday) });
  await expect.poll(() => second.server.calls(getAnnouncement).length).toBe(1);
  await expect.element(second.screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(banner()).not.toBeInTheDocument();
  await second.screen.unmount();

  await openPortal('/', { world: announcing({ ...monday, id: crypto.randomUUID(), description: 'Done.' }) });
  await expect.element(banner().getByText('Done.')).toBeVisible();
});

test('the banner is absent without an announcement and shows markup as plain text [LAND-03]', async () => {
  const silent = await openPortal('/', { world: announcing(null) });
  await expect.poll(() => silent.server.calls(getAnnouncement).length).toBe(1);
  await expect.element(page.getByRole('region', { name: 'System Updates' })).not.toBeInTheDocument();
  await silent.screen.unmount();
  const description = '<img src=x onerror="alert(1)"> 🛰️ مرحبا javascript:alert(1)';
  await openPortal('/', { world: announcing({ ...monday, description }) });
  await expect.element(page.getByText(description)).toBeVisible();
  expect(document.querySelector('[data-banner] img')).toBeNull();
});

test('the banner shifts no content when loaded and expands a long text at a button press [LAND-03]', async () => {
  await page.viewport(390, 844);
  const description = 'Maintenance on Monday. '.repeat(20).trim();
  const answer = Promise.withResolvers<void>();
  const opened = await openPortal('/terms', { world: announcing(null) });
  opened.server.on(getAnnouncement, async () => {
    await answer.promise;
    return { announcement: { ...monday, description } };
  });
  await opened.screen.getByRole('link', { name: 'Back to Login' }).click();
  const headline = opened.screen.getByRole('heading', { level: 1, name: /Know the/ });
  await expect.element(headline).toBeVisible();
  await document.fonts.ready;
  const before = headline.element().getBoundingClientRect().top;
  answer.resolve();
  const all = opened.screen.getByRole('button', { name: 'Show all' });
  await expect.element(all).toBeVisible();
  expect(headline.element().getBoundingClientRect().top).toBe(before);
  await all.click();
  await expect.element(all).not.toBeInTheDocument();
  const line = document.querySelector('[data-banner-line]')!;
  expect(line.scrollHeight).toBe(line.clientHeight);
});

test.each([
  ['the server breaks', () => refuse('internal')],
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['something else answers', () => ({ announcement: { id: 7 } }) as never],
])('the default notice is shown when %s, and can be closed [LAND-04]', async (_what, answer) => {
  const opened = await openPortal('/terms', { world: announcing(null) });
  opened.server.on(getAnnouncement, answer);
  await opened.screen.getByRole('link', { name: 'Back to Login' }).click();
  const banner = opened.screen.getByRole('region', { name: 'System Updates' });
  await expect.element(banner.getByText(defaultNotice)).toBeVisible();
  await opened.screen.getByRole('button', { name: 'Close announcement' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  expect(localStorage.getItem('trace-closed-announcement')).toBeNull();
});

/** Two opposite corners; the stories look at all four. */
const cases = [
  ['light', 1_440],
  ['dark', 390],
] as const;

test.each(cases)(
  'axe reports no violations on the landing page in %s at %d [LAND-01] [LAND-03]',
  async (scheme, width) => {
    await page.viewport(width, 844);
    const { screen } = await openPortal('/', { scheme, world: announcing(monday) });
    await expect.element(screen.getByText(monday.description)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
