import { authTexts } from '@trace/contract/auth/auth.texts';
import { draftTexts } from '@trace/contract/devices/registration/devices.draft.texts';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { setupTexts } from '@trace/contract/devices/registration/devices.setup.texts';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { Page } from '@playwright/test';
import { unboxTracker } from '../../equipment/new-tracker.ts';
import { drivingNorth } from '../../equipment/own-tracker.ts';
import { checkPage } from '../../equipment/page-check.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const KEPT_WITHIN_MS = 60_000;
const CLOCK_TIME = /\d+:\d\d:\d\d/;
const SIX_DECIMALS = /-?\d+\.\d{6}, -?\d+\.\d{6}/;

/** When a place in the list of pings was, and where. */
const placeIn = (entry: string): [string, string] => [CLOCK_TIME.exec(entry)![0], SIX_DECIMALS.exec(entry)![0]];

// Scripts for the page are strings: only Node's names are known to TypeScript in this folder.
const IS_INSTALLED = `navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')`;
const KEPT_QUERIES = `new Promise((resolve) => {
  const opening = indexedDB.open('trace-last-state');
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const database = opening.result;
    const end = (names) => { database.close(); resolve(names); };
    if (!database.objectStoreNames.contains('last-state')) return end([]);
    const reading = database.transaction('last-state').objectStore('last-state').get('last-state');
    reading.onsuccess = () => end((reading.result?.queries.queries ?? []).map(({ queryKey }) => queryKey[0]));
  };
})`;

const kept = (page: Page) => page.evaluate<string[]>(KEPT_QUERIES);

test('an offline start shows the last known state as such, recovers by itself, and Logout deletes the state [PWA-01]', async ({
  page,
  context,
  portal,
}) => {
  await signIn(page, portal.people().premium);
  await page.getByRole('radio', { name: /Work van/ }).click();
  await page.getByRole('button', { name: pingTexts.button('Work van') }).click();
  await expect(page.getByText(pingTexts.located('Work van'))).toBeVisible();
  const latest = page.getByRole('list', { name: pingHistoryTexts.historyTitle }).getByRole('button').first();
  await expect.poll(() => page.evaluate(IS_INSTALLED), { timeout: KEPT_WITHIN_MS }).toBe(true);
  await expect
    .poll(() => kept(page), { timeout: KEPT_WITHIN_MS })
    .toEqual(expect.arrayContaining(['devices', 'device-statuses', 'pings', 'ping-quota', 'subscription']));
  // Read late, because the announcement may precede the new entry of the list.
  const [at, coordinates] = placeIn(await latest.innerText());

  await context.setOffline(true);
  await page.reload();
  const bar = page.getByRole('status').filter({ hasText: 'Everything here is the last known state' });
  await expect(bar).toContainText('Offline.');
  await expect(page.getByText(/^As of (?:.+ ago|just now)\.$/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /Work van .*as of/ })).toBeVisible();
  await page.getByRole('radio', { name: /Work van/ }).click();
  await expect(latest).toContainText(coordinates);
  await expect(page.getByRole('button', { name: pingTexts.button('Work van') })).toBeDisabled();
  await expect(page.getByText('You are offline. Reconnect to do this.').first()).toBeVisible();
  await checkPage(page, 'user-offline');

  await context.setOffline(false);
  await expect(bar).toHaveCount(0, { timeout: KEPT_WITHIN_MS });
  await expect(page.getByText(/as of/)).toHaveCount(0);
  await page.getByRole('button', { name: pingTexts.button('Work van') }).click();
  await expect(page.getByText(pingTexts.located('Work van'))).toBeVisible();
  const places = await page
    .getByRole('list', { name: pingHistoryTexts.historyTitle })
    .getByRole('button')
    .allInnerTexts();
  // The device may stand still: the new place may equal the old place, at another time.
  expect(places.map(placeIn).filter((place) => place[0] === at)).toEqual([[at, coordinates]]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(authTexts.loggedOut)).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
});

test('a registration survives a lost signal and a closed page, and is sent when the signal returns [PWA-01] [REG-05]', async ({
  page,
  context,
  portal,
}) => {
  const serial = 'Trace_0FF1';
  const tracker = await unboxTracker(portal, serial, drivingNorth);
  await tracker.stop();
  await signIn(page, portal.people().installer, '/installer/setup');
  await expect(page.getByRole('heading', { name: 'Register New Device' })).toBeVisible();
  await expect.poll(() => page.evaluate(IS_INSTALLED), { timeout: KEPT_WITHIN_MS }).toBe(true);
  await expect.poll(() => kept(page), { timeout: KEPT_WITHIN_MS }).toContain('companies');

  await context.setOffline(true);
  await page.getByRole('textbox', { name: setupTexts.serial }).fill(serial);
  await page.getByRole('textbox', { name: setupTexts.nickname }).fill('Signal-less van');
  await page.getByRole('button', { name: outboxTexts.keep }).click();
  const waiting = page.getByRole('region', { name: outboxTexts.title });
  await expect(waiting).toContainText('Signal-less van');
  await page.reload();
  await expect(waiting).toContainText(serial);
  await checkPage(page, 'installer-offline');

  await context.setOffline(false);
  await expect(page.getByText(registrationTexts.registeredForTracking(serial))).toBeVisible({
    timeout: KEPT_WITHIN_MS,
  });
  await expect(waiting).toHaveCount(0);
  await page.goto(`/installer/devices?q=${serial}`);
  await expect(page.getByText('Signal-less van').first()).toBeVisible();
});

test('an installer without signal finds the draft and the visited pages, and logs out completely [REG-14] [PWA-02]', async ({
  page,
  context,
  portal,
}) => {
  await signIn(page, portal.people().installer, '/installer/devices?q=van');
  await expect(page.getByText('Work van').first()).toBeVisible();
  await expect.poll(() => kept(page), { timeout: KEPT_WITHIN_MS }).toContain('devices');
  await page.goto('/installer/setup');
  await page.getByRole('textbox', { name: setupTexts.serial }).fill('Trace_Roof');
  await page.getByRole('textbox', { name: setupTexts.nickname }).fill('Roof unit');
  await expect.poll(() => page.evaluate(IS_INSTALLED), { timeout: KEPT_WITHIN_MS }).toBe(true);
  await expect
    .poll(() => kept(page), { timeout: KEPT_WITHIN_MS })
    .toEqual(expect.arrayContaining(['devices', 'companies']));
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto('/installer/setup');
  await expect(again.getByRole('region', { name: draftTexts.notice })).toContainText(draftTexts.restored);
  await expect(again.getByRole('textbox', { name: setupTexts.nickname })).toHaveValue('Roof unit');
  await checkPage(again, 'installer-draft');
  await again.goto('/installer/devices?q=van');
  await expect(again.getByText('Work van').first()).toBeVisible();
  await expect(again.getByText(/^as of (?:.+ ago|just now)$/).first()).toBeVisible();
  await again.getByRole('button', { name: 'Logout' }).click();
  await expect(again.getByText(authTexts.loggedOutOffline)).toBeVisible();
  expect(await kept(again)).toEqual([]);
  await again.reload();
  await expect(again.getByRole('textbox', { name: 'Email' })).toBeVisible();

  await context.setOffline(false);
  await expect
    .poll(() => again.evaluate<string | null>(`localStorage.getItem('trace-sign-out-pending')`), {
      timeout: KEPT_WITHIN_MS,
    })
    .toBeNull();
  await again.goto('/installer');
  await expect(again.getByRole('textbox', { name: 'Email' })).toBeVisible();
});
