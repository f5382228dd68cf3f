import { done } from '@trace/contract/kernel/endpoint';
import { renewPush } from '#features/alerts/alerts-push-renewal.ts';
import { alertsQuery } from '#features/alerts/alerts.queries.ts';
import { fingerprintOf } from '#lib/fingerprint.ts';
import { pushBrowsersEntry } from '#lib/offline/preserve-on-sign-out.ts';
import { openOfflineCache } from '#lib/offline/offline-cache.ts';
import { QueryClient } from '@tanstack/react-query';
import { listAlerts, readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import {
  addBrowser,
  getAlertSettings,
  leaveBrowser,
  renewBrowser,
  saveAlertSettings,
  sendTestAlert,
} from '@trace/contract/alerts/alerts.settings.api';
import type { LeftBrowser, PushBrowser } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { signOut } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { deviceInWords } from '@trace/contract/auth/sessions/auth.sessions.rules';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { anAlert, noAlerts } from '#testing/fake-server/people/fake-server-alerts.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { mia } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

test('the bell shows the live unread count, and its list is paged, marks alerts as read and opens the device [ALRT-01]', async () => {
  const older = Array.from({ length: 20 }, (_, index) =>
    anAlert('silent', 900 + index, { endedAt: ago(800), readAt: ago(700) }),
  );
  const quiet = [{ channel: 'email' as const, state: 'quiet' as const, until: ago(-300) }];
  const alerts = {
    ...noAlerts(),
    alerts: [
      anAlert('power_cut', 4, { deliveries: [...quiet, { channel: 'push', state: 'sent', until: null }] }),
      anAlert('low_battery', 90, { endedAt: ago(30) }),
      ...older,
    ],
  };
  const { screen, server, history } = await openPortal('/user/settings', { world: { alerts } });
  const bell = screen.getByRole('button', { name: 'Alerts, 2 unread' });
  await bell.click();
  const list = screen.getByRole('dialog', { name: texts.bell });
  await expect.element(list.getByText('Work ute lost its external power.')).toBeVisible();
  expect(list.element().textContent).toMatch(/Power cut.*Unread.*Ongoing.*Email: waits until.*Push: sent/);
  expect(list.getByRole('listitem').elements()).toHaveLength(20);
  await list.getByRole('button', { name: texts.more }).click();
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(22);

  await list.getByRole('button', { name: /^Mark as read: Work ute lost/ }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Alerts, 1 unread', includeHidden: true }))
    .toBeInTheDocument();
  expect(server.calls(readAlert)).toHaveLength(1);
  alerts.alerts = [anAlert('tamper', 0), ...alerts.alerts];
  server.stream.push(alertsChangedEvent, {});
  await expect.element(list.getByText('Work ute was opened or taken off its mount.')).toBeVisible();
  await list.getByRole('button', { name: texts.markAllRead }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Alerts', exact: true, includeHidden: true }))
    .toBeInTheDocument();
  // The id of the newest alert shown, which does not depend on clocks.
  expect(server.calls(readAllAlerts).map(({ body }) => body)).toEqual([{ upTo: alerts.alerts[0]!.id }]);
  expect(await axeFindings()).toEqual([]);

  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Alerts', exact: true })).toHaveFocus();
  await screen.getByRole('button', { name: 'Alerts', exact: true }).click();
  await list.getByRole('link', { name: 'Open Work ute' }).first().click();
  await expect.poll(() => history.location.href).toBe('/user?device=Trace_4F21');
});

test('the alerts open under the bell, and on a phone over the whole screen [ALRT-01]', async () => {
  const alerts = { ...noAlerts(), alerts: [anAlert('power_cut', 4)] };
  const { screen, history } = await openPortal('/user/settings', { world: { alerts } });
  const bell = screen.getByRole('button', { name: 'Alerts, 1 unread' });
  await expect.element(bell).toBeVisible();
  const { right, bottom } = bell.element().getBoundingClientRect();
  await bell.click();
  const list = screen.getByRole('dialog', { name: texts.bell });
  await expect.element(list).toBeVisible();
  const under = list.element().getBoundingClientRect();
  expect([under.right, under.top]).toEqual([right, bottom + 8]);
  await list.getByRole('button', { name: texts.close }).click();
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  await bell.click();
  await expect.poll(() => list.element().getBoundingClientRect().height).toBe(844);
  expect(list.element().getBoundingClientRect().width).toBe(390);
  // A tap anywhere on a row opens its device.
  const words = list.getByText('Work ute lost its external power.').element().getBoundingClientRect();
  const tapped = document.elementFromPoint(words.left + 20, words.top + words.height / 2);
  expect(tapped?.tagName).toBe('A');
  (tapped as HTMLElement).click();
  await expect.poll(() => history.location.href).toBe('/user?device=Trace_4F21');
});

test('shows 99+ above 99 unread, and throttles reloads during a flood of events on a hidden page too [ALRT-01]', async () => {
  const alerts = { ...noAlerts(), alerts: Array.from({ length: 100 }, (_, index) => anAlert('silent', 90 + index)) };
  const { screen, server } = await openPortal('/user/settings', { world: { alerts } });
  await expect.element(screen.getByRole('button', { name: 'Alerts, more than 99 unread' })).toBeVisible();
  await expect.element(screen.getByText('99+', { exact: true })).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => void vi.restoreAllMocks());
  const before = server.calls(listAlerts).length;
  const asked = () => server.calls(listAlerts).length - before;
  for (let unread = 98; unread > 48; unread -= 1) {
    alerts.alerts = alerts.alerts.slice(-unread);
    server.stream.push(alertsChangedEvent, {});
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(asked()).toBe(1);
  await expect.element(screen.getByRole('button', { name: 'Alerts, 98 unread' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(screen.getByRole('button', { name: 'Alerts, 49 unread' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(2);
});

test('the empty list says what will appear [ALRT-01]', async () => {
  const { screen } = await openPortal('/user/settings');
  await screen.getByRole('button', { name: 'Alerts', exact: true }).click();
  await expect.element(screen.getByText(texts.empty)).toBeVisible();
});

test('saves a channel at once, says so beside the box and takes a refused change back [ALRT-01]', async () => {
  const { screen, server } = await openPortal('/user/settings', { world: { alerts: noAlerts() } });
  const table = screen.getByRole('region', { name: texts.title }).getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'Email' })).toBeVisible();
  const silent = table.getByRole('row', { name: /^Silent device/ });
  const email = silent.getByRole('checkbox', { name: 'Silent device: Email' });
  await email.click();
  await expect.element(silent.getByText(texts.savedShort)).toBeVisible();
  await expect.element(email).not.toBeChecked();
  const sent = { choices: { silent: { email: false } } };
  expect(server.calls(saveAlertSettings).map(({ body }) => body)).toEqual([sent]);
  server.on(saveAlertSettings, () => refuse('internal'));
  await silent.getByRole('checkbox', { name: 'Silent device: Push' }).click();
  await expect.element(screen.getByText(texts.saveFailed)).toBeVisible();
  await expect.element(silent.getByRole('checkbox', { name: 'Silent device: Push' })).toBeChecked();
  await expect.element(silent.getByText(texts.savedShort)).not.toBeInTheDocument();
});

test('saves quiet hours, focuses an invalid time, and shows the result of a test [ALRT-01]', async () => {
  const alerts = noAlerts();
  const { screen, server } = await openPortal('/user/settings', { world: { alerts } });
  const card = screen.getByRole('region', { name: texts.title });
  await card.getByRole('switch', { name: texts.quietOn }).click();
  await expect.element(card.getByText(/Messages about a panic ignore quiet hours/)).toBeVisible();
  const [from, to] = [card.getByLabelText('From'), card.getByLabelText('To')];
  await to.fill('');
  await card.getByRole('button', { name: texts.save }).click();
  await expect.element(to).toHaveFocus();
  await expect.element(card.getByText(texts.timeInvalid)).toBeVisible();
  await to.fill('22:00');
  await card.getByRole('button', { name: texts.save }).click();
  await expect.element(card.getByText(texts.quietEmpty)).toBeVisible();
  await from.fill('21:30');
  await to.fill('06:45');
  await card.getByRole('button', { name: texts.save }).click();
  await expect.element(card.getByText(texts.savedShort)).toBeVisible();
  expect(server.calls(saveAlertSettings).map(({ body }) => body)).toEqual([
    { quietHours: { from: '21:30', to: '06:45' } },
  ]);

  await card.getByRole('button', { name: texts.test }).click();
  await expect.element(card.getByText('Push: no browser has push turned on')).toBeVisible();
  server.on(sendTestAlert, () => refuse('too_many_requests', texts.testLimit));
  await card.getByRole('button', { name: texts.test }).click();
  await expect.element(card.getByText(texts.testLimit)).toBeVisible();
  expect(await axeFindings(card.element())).toEqual([]);
});

test('explains push before the browser asks, and shows the remedy after a denial [ALRT-01]', async () => {
  const real = Object.getOwnPropertyDescriptor(Notification, 'permission')!;
  let permission: NotificationPermission = 'default';
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => permission });
  const ask = Notification.requestPermission;
  Notification.requestPermission = async () => (permission = 'denied');
  try {
    const alerts = noAlerts();
    const phone = await aBrowser('phone', { name: 'Safari on iPhone', isPaused: true });
    alerts.settings.push.browsers = [phone];
    localStorage.setItem(pushBrowsersEntry, `another ${phone.id}`);
    const { screen } = await openPortal('/user/settings', { world: { alerts } });
    const card = screen.getByRole('region', { name: texts.title });
    await expect.element(card.getByText(texts.pushAsk)).toBeVisible();
    expect(card.getByRole('list', { name: texts.browsers }).element().textContent).toContain(texts.browserPaused);
    await card.getByRole('button', { name: texts.pushTurnOn, exact: true }).click();
    await expect.element(card.getByText(texts.pushDenied)).toBeVisible();
    await card.getByRole('button', { name: 'Remove Safari on iPhone' }).click();
    await expect.poll(() => card.element().textContent).not.toContain('Safari on iPhone');
    // Removing a browser also removes its id from the stored ids of this browser.
    await expect.poll(() => localStorage.getItem(pushBrowsersEntry)).toBe('another');
  } finally {
    localStorage.removeItem(pushBrowsersEntry);
    Object.defineProperty(Notification, 'permission', real);
    Notification.requestPermission = ask;
  }
});

/** Fakes a browser that allows push, with its current subscription. `ended` lists the ended subscriptions. */
function fakePush(first: string | null) {
  const ended: string[] = [];
  let current: PushSubscription | null = null;
  const subscribed = (name: string) => {
    const endpoint = addressOf(name);
    current = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        ended.push(name);
        current = null;
        return true;
      },
    } as Partial<PushSubscription> as PushSubscription;
    return current;
  };
  if (first !== null) subscribed(first);
  const pushManager = { getSubscription: async () => current, subscribe: async () => subscribed('anew') };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  onTestFinished(() => {
    vi.restoreAllMocks();
    localStorage.removeItem(pushBrowsersEntry);
  });
  return { ended, read: () => current };
}

const addressOf = (name: string): string => `https://push.example/${name}`;

/** Returns a browser of the user, with the same name as this browser. */
const aBrowser = async (address: string, change: Partial<PushBrowser> = {}): Promise<PushBrowser> => ({
  id: crypto.randomUUID(),
  name: deviceInWords(navigator.userAgent),
  fingerprint: await fingerprintOf(addressOf(address)),
  addedAt: ago(3_000),
  lastSentAt: null,
  isPaused: false,
  ...change,
});

/** Opens a page of a person with these browsers. */
async function openWith(browsers: PushBrowser[]) {
  const alerts = noAlerts();
  alerts.settings.push.browsers = browsers;
  const opened = await openPortal('/user/settings', { world: { alerts } });
  const sent = (endpoint: AnyEndpoint) =>
    opened.server.calls(endpoint).map(({ params, body }) => [params['id'], (body as LeftBrowser).endpoint]);
  return { ...opened, alerts, sent };
}

test('a sign-in ends the subscription of the previous user and renews push, which one Logout ends [ALRT-01] [T42]', async () => {
  const { ended } = fakePush('before');
  const known = await aBrowser('long ago', { isPaused: true });
  localStorage.setItem(pushBrowsersEntry, `${crypto.randomUUID()} ${known.id}`);
  const { screen, server, sent, history } = await openWith([await aBrowser('elsewhere'), known]);
  await expect.poll(() => sent(renewBrowser)).toEqual([[known.id, addressOf('anew')]]);
  expect(sent(leaveBrowser)).toEqual([[undefined, addressOf('before')]]);
  expect(ended).toEqual(['before']);
  expect(server.calls(addBrowser)).toEqual([]);
  await expect.element(screen.getByText(texts.thisBrowser)).toBeVisible();

  // Until the cleanup is said, the way out is busy, and pressed in vain.
  const cleanup = Promise.withResolvers<void>();
  server.on(leaveBrowser, () => cleanup.promise.then(() => done));
  server.on(signOut, () => {
    // As the browser does when the server says so.
    localStorage.clear();
    return done;
  });
  const logout = screen.getByRole('button', { name: 'Logout' });
  const button = logout.element() as HTMLButtonElement;
  const cleanups = vi.spyOn(navigator.locks, 'request');
  button.click();
  button.click();
  await expect.element(logout).toBeDisabled();
  await expect.element(logout).toHaveAttribute('aria-busy', 'true');
  button.click();
  await expect.poll(() => cleanups.mock.calls).toHaveLength(1);
  // Opening another page meanwhile is not a sign-in, so no subscription is renewed there.
  history.push('/user?tab=devices');
  await expect.element(screen.getByRole('button', { name: 'Refresh subscription' })).toBeVisible();
  cleanup.resolve();
  await expect.element(screen.getByText(authTexts.loggedOut)).toBeVisible();
  expect(screen.getByText(authTexts.loggedOut).elements()).toHaveLength(1);
  expect(cleanups).toHaveBeenCalledTimes(1);
  expect(ended).toEqual(['before', 'anew']);
  expect(sent(leaveBrowser).map(([, endpoint]) => endpoint)).toEqual([addressOf('before'), addressOf('anew')]);
  const order = server.calls().map((call) => call.name);
  expect(order.filter((name) => name === signOut.name)).toHaveLength(1);
  expect(order.lastIndexOf(leaveBrowser.name)).toBeLessThan(order.indexOf(signOut.name));
  // The id renews push here at the user's next sign-in. No other data of the user remains.
  expect(Object.entries(localStorage)).toEqual([
    [pushBrowsersEntry, expect.stringMatching(new RegExp(`^${known.id} [-0-9a-f]{36}$`)) as string],
  ]);
});

test('a sign-in of support staff ends the subscription of the previous user [ALRT-01] [T42]', async () => {
  const { ended } = fakePush('before');
  const { server } = await openPortal('/support-login', { world: { person: { ...mia, userType: 'staff' } } });
  await expect
    .poll(() => server.calls(leaveBrowser).map(({ body }) => (body as LeftBrowser).endpoint))
    .toEqual([addressOf('before')]);
  expect(ended).toEqual(['before']);
});

test('push stays off where the user never enabled push, whatever the names of other browsers [ALRT-01]', async () => {
  const push = fakePush(null);
  localStorage.setItem(pushBrowsersEntry, crypto.randomUUID());
  const browsers = [await aBrowser('elsewhere'), await aBrowser('paused elsewhere', { isPaused: true })];
  const { screen, server, alerts } = await openWith(browsers);
  const card = screen.getByRole('region', { name: texts.title });
  await expect.element(card.getByRole('button', { name: texts.pushTurnOn, exact: true })).toBeVisible();
  // This lock request resolves after the renewal that is queued before.
  await navigator.locks.request('trace-push', () => undefined);
  expect(server.calls(getAlertSettings).length).toBeGreaterThan(0);
  expect([...server.calls(addBrowser), ...server.calls(renewBrowser)]).toEqual([]);
  expect(push.read()).toBeNull();

  // Push is turned on by hand, then turned off from another browser. Neither makes push turn on automatically.
  await card.getByRole('button', { name: texts.pushTurnOn, exact: true }).click();
  await expect.element(card.getByText(texts.thisBrowser)).toBeVisible();
  expect(server.calls(addBrowser)).toHaveLength(1);
  const remembered = localStorage.getItem(pushBrowsersEntry)!.split(' ');
  expect(remembered[0]).toBe(alerts.settings.push.browsers.at(-1)!.id);
  alerts.settings.push = { ...alerts.settings.push, browsers };
  await renewPush();
  expect(push.ended).toEqual(['anew']);
  expect(push.read()).toBeNull();
  expect(server.calls(renewBrowser)).toEqual([]);
});

test.each([
  ['that its push service replaced', 'replaced', { isPaused: false }],
  ['that its push service ended', null, { isPaused: true }],
])('renews a subscription %s when a page opens [ALRT-01]', async (_, current, { isPaused }) => {
  fakePush(current);
  const known = await aBrowser('stored', { isPaused });
  localStorage.setItem(pushBrowsersEntry, known.id);
  const { screen, sent } = await openWith([known]);
  await expect.poll(() => sent(renewBrowser)).toEqual([[known.id, addressOf('anew')]]);
  await expect.element(screen.getByText(texts.thisBrowser)).toBeVisible();
});

test('a page opened without a network shows the count at the bell [PWA-01] [ALRT-01]', async () => {
  const alerts = { ...noAlerts(), alerts: [anAlert('power_cut', 4)] };
  const { screen } = await openPortal('/user/settings', { world: { alerts } });
  await expect.element(screen.getByRole('button', { name: 'Alerts, 1 unread' })).toBeVisible();
  const next = new QueryClient();
  const known = async () => {
    await openOfflineCache(next, Date.now());
    return next.getQueryData(alertsQuery.queryKey)?.pages[0]?.unread;
  };
  await expect.poll(known, { timeout: 10_000 }).toBe(1);
});
