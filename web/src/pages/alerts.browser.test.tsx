import { readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import { addBrowser, leaveBrowser, saveAlertSettings, sendTestAlert } from '@trace/contract/alerts/alerts.settings.api';
import type { LeftBrowser } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { signOut } from '@trace/contract/auth/auth.api';
import { deviceInWords } from '@trace/contract/auth/auth.sessions.rules';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { anAlert, noAlerts } from '#testing/fake-server-alerts.ts';
import { openPortal } from '#testing/fake-server-portal.tsx';
import { ago } from '#testing/fake-server-status.ts';
import { refuse } from '#testing/fake-server.ts';

test('ALRT-01 the bell counts what is unread and is live; the list is paged, read one by one or all, and leads to the device', async () => {
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
  expect(list.element().textContent).toMatch(/Power cut.*Unread.*Still so.*E-mail: waits until.*Push: sent/);
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
  // The newest that is shown, whatever the clocks say.
  expect(server.calls(readAllAlerts).map(({ body }) => body)).toEqual([{ upTo: alerts.alerts[0]!.id }]);
  expect(await axeFindings()).toEqual([]);

  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Alerts', exact: true })).toHaveFocus();
  await screen.getByRole('button', { name: 'Alerts', exact: true }).click();
  await list.getByRole('link', { name: 'Open Work ute' }).first().click();
  await expect.poll(() => history.location.href).toBe('/user?device=Trace_4F21');
});

test('ALRT-01 without alerts the list says what comes here', async () => {
  const { screen } = await openPortal('/user/settings');
  await screen.getByRole('button', { name: 'Alerts', exact: true }).click();
  await expect.element(screen.getByText(texts.empty)).toBeVisible();
});

test('ALRT-01 channels by cause and quiet hours are chosen; a time that is none is told and focused; a test says how it went', async () => {
  const alerts = noAlerts();
  const { screen, server } = await openPortal('/user/settings', { world: { alerts } });
  const card = screen.getByRole('region', { name: texts.title });
  const silent = card.getByRole('group', { name: 'Silent device' });
  await silent.getByRole('checkbox', { name: 'E-mail' }).click();
  await card.getByRole('switch', { name: texts.quietOn }).click();
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
  await expect.element(screen.getByText(texts.saved)).toBeVisible();
  const { choices } = noAlerts().settings;
  expect(server.calls(saveAlertSettings).map(({ body }) => body)).toEqual([
    {
      choices: { ...choices, silent: { portal: true, email: false, push: true } },
      quietHours: { from: '21:30', to: '06:45' },
    },
  ]);

  await card.getByRole('button', { name: texts.test }).click();
  await expect.element(card.getByText('Push: no browser has push turned on')).toBeVisible();
  server.on(sendTestAlert, () => refuse('too_many_requests', texts.testLimit));
  await card.getByRole('button', { name: texts.test }).click();
  await expect.element(card.getByText(texts.testLimit)).toBeVisible();
  expect(await axeFindings(card.element())).toEqual([]);
});

test('ALRT-01 push is explained before the browser asks, and a browser that denies it says what to do', async () => {
  const real = Object.getOwnPropertyDescriptor(Notification, 'permission')!;
  let permission: NotificationPermission = 'default';
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => permission });
  const ask = Notification.requestPermission;
  Notification.requestPermission = async () => (permission = 'denied');
  try {
    const alerts = noAlerts();
    alerts.settings.push.browsers = [
      { id: crypto.randomUUID(), name: 'Safari on iPhone', addedAt: ago(3_000), lastSentAt: null, rests: true },
    ];
    const { screen } = await openPortal('/user/settings', { world: { alerts } });
    const card = screen.getByRole('region', { name: texts.title });
    await expect.element(card.getByText(texts.pushAsk)).toBeVisible();
    expect(card.getByRole('list', { name: texts.browsers }).element().textContent).toContain(texts.browserRests);
    await card.getByRole('button', { name: texts.pushTurnOn, exact: true }).click();
    await expect.element(card.getByText(texts.pushDenied)).toBeVisible();
    await card.getByRole('button', { name: 'Remove Safari on iPhone' }).click();
    await expect.poll(() => card.element().textContent).not.toContain('Safari on iPhone');
  } finally {
    Object.defineProperty(Notification, 'permission', real);
    Notification.requestPermission = ask;
  }
});

/** A subscription as the browser hands it out; which ones have ended. */
function fakePush(first: string) {
  const ended: string[] = [];
  let current: PushSubscription | null = null;
  const subscribed = (name: string) => {
    const endpoint = `https://push.example/${name}`;
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
  subscribed(first);
  const pushManager = { getSubscription: async () => current, subscribe: async () => subscribed('anew') };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  return ended;
}

test('ALRT-01 T42 what the one before subscribed ends with the next sign-in, and push ends here with the Logout', async () => {
  const ended = fakePush('before');
  try {
    const alerts = noAlerts();
    const name = deviceInWords(navigator.userAgent);
    const known = { id: crypto.randomUUID(), name, addedAt: ago(3_000), lastSentAt: null, rests: true };
    alerts.settings.push.browsers = [known];
    const { screen, server } = await openPortal('/user/settings', { world: { alerts } });
    await expect.poll(() => server.calls(addBrowser)).toHaveLength(1);
    const left = () => server.calls(leaveBrowser).map(({ body }) => body as LeftBrowser);
    expect(left().map(({ endpoint }) => endpoint)).toEqual(['https://push.example/before']);
    expect(ended).toEqual(['before']);
    await screen.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => server.calls(signOut)).toHaveLength(1);
    expect(ended).toEqual(['before', 'anew']);
    const order = server.calls().map((call) => call.name);
    expect(order.lastIndexOf(leaveBrowser.name)).toBeLessThan(order.indexOf(signOut.name));
    expect(left().at(-1)?.endpoint).toBe('https://push.example/anew');
  } finally {
    vi.restoreAllMocks();
  }
});
