import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { entries, get } from 'idb-keyval';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clearStores, draftStore, lastStateStore, outboxStore } from '#lib/offline/browser-stores.ts';
import { comeBack } from '#lib/offline/offline.ts';
import { loadDraft } from '#features/devices/registration/devices-draft-store.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const PENDING = 'trace-sign-out-pending';

beforeEach(async () => {
  await clearStores();
  localStorage.clear();
});

type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

const world = () => ({ person: sam, companies: samsCompany(), setup: plainSetup() });
const goTo = (screen: Screen, name: string) => screen.getByRole('link', { name, exact: true }).first().click();
const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name, exact: true });

const personal = (screen: Screen) => screen.getByRole('heading', { name: 'Personal Information' });

const savedKeys = async () => {
  const kept = await get<{ queries: { queries: { queryKey: unknown[] }[] } }>('last-state', lastStateStore);
  return (kept?.queries.queries ?? []).map(({ queryKey }) => JSON.stringify(queryKey));
};

/** Hides the page, as when its person leaves, until the browser has saved these queries. */
async function saved(...keys: string[]): Promise<void> {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  await expect
    .poll(async () => {
      visibility.mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      visibility.mockReturnValue('visible');
      return savedKeys();
    })
    .toEqual(expect.arrayContaining(keys));
  visibility.mockRestore();
}

/** Visits pages in separate loads of the portal, and leaves the last one. */
async function visit(): Promise<void> {
  const devices = await openPortal('/installer/devices?q=ute', { world: world() });
  await expect.element(devices.screen.getByRole('row', { name: /Work ute/ })).toBeVisible();
  await saved('["devices","table",{"search":"ute"}]');
  await devices.screen.unmount();
  const home = await openPortal('/installer', { world: world(), isReload: true });
  await expect.element(home.screen.getByText('Ready for deployment')).toBeVisible();
  await saved('["devices","overview"]', '["companies","own"]');
  await home.screen.unmount();
  const settings = await openPortal('/installer/settings', { world: world(), isReload: true });
  await expect.element(personal(settings.screen)).toBeVisible();
  await saved('["account"]', '["sessions"]', '["devices","table",{"search":"ute"}]');
  await settings.screen.unmount();
}

test('offline, an installer sees every visited page with its age and its filter [PWA-02]', async () => {
  onTestFinished(() => void comeBack());
  await visit();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
  onTestFinished(() => clock.mockRestore());
  const { screen } = await openPortal('/installer/devices?q=ute', {
    world: world(),
    isReload: true,
    isReachable: false,
  });
  await expect.element(screen.getByRole('row', { name: /Work ute/ })).toBeVisible();
  await expect.element(screen.getByText(/^as of 2 h ago/).first()).toBeVisible();
  for (const [entry, shown] of [
    ['Home', screen.getByText('Ready for deployment')],
    ['Account Settings', personal(screen)],
    ['Setup', field(screen, 'Serial number')],
  ] as const) {
    await goTo(screen, entry);
    await expect.element(shown.first()).toBeVisible();
    await expect.element(screen.getByText(/as of 2 h ago/).first()).toBeVisible();
  }
});

test('an open page that loses the network shows a visited page whose data has left the memory [PWA-02]', async () => {
  onTestFinished(() => void comeBack());
  await visit();
  const { screen, server } = await openPortal('/installer/settings', { world: world(), isReload: true });
  await expect.element(personal(screen)).toBeVisible();
  server.setReachable(false);
  server.stream.drop();
  await goTo(screen, 'Home');
  await expect.element(screen.getByText('Ready for deployment')).toBeVisible();
  await expect.element(screen.getByText(/Everything here is the last known state/)).toBeVisible();
});

test('signs out without a network, leaves nothing behind, and ends the session when the network is back [PWA-02]', async () => {
  onTestFinished(() => void comeBack());
  await visit();
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  const first = await openPortal('/installer/setup', { world: world(), isReload: true, isReachable: false });
  await field(first.screen, 'Nickname').fill('Roof unit');
  await expect.poll(async () => (await loadDraft(sam.id))?.nickname).toBe('Roof unit');
  await first.screen.getByRole('button', { name: 'Logout' }).click();
  await expect.element(first.screen.getByText(/^Logged out of this browser\./)).toBeVisible();
  await expect.element(field(first.screen, 'Email')).toBeVisible();
  expect(first.screen.getByText(sessionsTexts.over).elements()).toEqual([]);
  for (const store of [lastStateStore, outboxStore, draftStore]) expect(await entries(store)).toEqual([]);
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
    'mantine-color-scheme-value': 'dark',
    [PENDING]: '1',
  });
  expect(sessionStorage.length).toBe(0);
  await first.screen.unmount();

  const second = await openPortal('/installer', { world: world(), isReload: true, isReachable: false });
  await expect.element(field(second.screen, 'Email')).toBeVisible();
  second.server.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.poll(() => localStorage.getItem(PENDING)).toBeNull();
  const names = second.server.calls().map(({ name }) => name);
  expect(names.indexOf(signOut.name)).toBeGreaterThanOrEqual(0);
  expect(names.indexOf(signOut.name)).toBeLessThan(names.indexOf(getSession.name));
  await expect.element(field(second.screen, 'Email')).toBeVisible();
});

test('another tab of the browser signs out too [PWA-02]', async () => {
  const { screen } = await openPortal('/installer/settings', { world: world() });
  await expect.element(personal(screen)).toBeVisible();
  localStorage.setItem(PENDING, '1');
  dispatchEvent(new StorageEvent('storage', { key: PENDING, newValue: '1' }));
  await expect.element(field(screen, 'Email')).toBeVisible();
  expect(document.body.textContent).not.toContain(sam.email);
});
