import { helloEvent } from '@trace/contract/kernel/stream';
import { checkSubscription, getSubscription } from '@trace/contract/subscription/subscription.api';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { expect, onTestFinished, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, free, premium } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const colourOf = (shown: Locator): string => getComputedStyle(shown.element().parentElement!).backgroundColor;

test('the header shows the plan, refreshes the plan and reports a failed check [UDASH-01] [SUB-03]', async () => {
  const { screen, server, world } = await openPortal('/user?tab=devices');
  const header = screen.getByRole('banner');
  const refresh = screen.getByRole('button', { name: 'Refresh subscription' });
  const notChecked = header.getByText('Not checked');
  const failedCheck = async () => {
    server.on(checkSubscription, () => refuse('unavailable'));
    await refresh.click();
    await expect.element(screen.getByText('Failed to refresh subscription status.').last()).toBeVisible();
    await expect.element(notChecked).toBeVisible();
    await expect.element(refresh).toHaveFocus();
  };
  await expect.element(header.getByText('Free Plan')).toBeVisible();
  expect(notChecked.elements()).toEqual([]);
  await failedCheck();
  await expect.element(header.getByText('Free Plan')).toBeVisible();
  server.on(checkSubscription, () => ({
    subscribed: true,
    subscription_tier: 'premium' as const,
    subscription_end: null,
  }));
  world.subscription = premium;
  await refresh.click();
  const badge = header.getByText('Premium Active');
  await expect.element(badge).toBeVisible();
  expect(notChecked.elements()).toEqual([]);
  const coloured = colourOf(badge);
  // The last known plan stays visible, without the colour of a current plan.
  await failedCheck();
  await expect.element(badge).toBeVisible();
  expect(colourOf(badge)).not.toBe(coloured);
  // A plan that is pushed is known, however the check went.
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(subscriptionEvent, free, '1');
  await expect.element(header.getByText('Free Plan')).toBeVisible();
  expect(notChecked.elements()).toEqual([]);
  const readAgain = (answer: () => ReturnType<typeof refuse> | Subscription) => {
    server.on(getSubscription, answer);
    server.stream.push(helloEvent, { streamId: crypto.randomUUID(), at: Date.now(), complete: true });
  };
  readAgain(() => refuse('conflict'));
  await expect.element(notChecked).toBeVisible();
  readAgain(() => free);
  await expect.element(notChecked).not.toBeInTheDocument();
});

test('the narrowest phone shows distinct device names in any script and the name of the user [UDASH-04]', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1_440, 900));
  const asleep = { status: 'sleeping', sleepModeActive: true, sleepModeEnabled: true, lastSeen: ago(38) } as const;
  const names = { Trace_4F21: 'Grandma Walker Frame', Trace_4F6E: 'Grandma Wheelchair', Trace_4D18: 'شاحنة التوصيل' };
  const serials = Object.keys(names) as (keyof typeof names)[];
  const { screen } = await openPortal('/user', {
    world: {
      devices: serials.map((serial) => aDevice(serial, names[serial])),
      statuses: serials.map((serial) => aStatus(serial, asleep)),
    },
  });
  const cards = screen.getByRole('radiogroup', { name: 'My Devices' });
  await expect.element(cards.getByText('Power Save').last()).toBeVisible();
  for (const serial of serials) {
    const name = cards.getByText(names[serial]).element();
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight);
    expect(name.clientWidth).toBeGreaterThan(80);
    expect(cards.getByText(serial).element().clientHeight).toBeLessThan(30);
  }
  expect(getComputedStyle(cards.getByText(names.Trace_4D18).element()).direction).toBe('rtl');
  const title = screen.getByRole('heading', { level: 1, name: /^Good \w+, Mia$/ });
  await expect.element(title.getByText('Mia', { exact: true })).toBeVisible();
  expect(title.element().scrollHeight).toBeLessThanOrEqual(title.element().clientHeight);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('Live Tracking is locked on the free plan and unlocks when the plan changes [UDASH-03] [UDASH-06]', async () => {
  const { screen, server } = await openPortal('/user');
  await screen.getByRole('tab', { name: 'Premium: Live Tracking' }).click();
  const panel = screen.getByRole('region', { name: 'Premium Feature' });
  await expect.element(panel.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible();
  await expect.element(panel.getByText('90 days of history with trips and stops')).toBeVisible();
  await expect.element(panel.getByText('Playback of each day and export as GPX, GeoJSON or CSV')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(subscriptionEvent, premium, '1');
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Live Tracking', exact: true })).toBeVisible();
});

test('the Dashboard tab has devices, pings, map, live tracking and plan [UDASH-04]', async () => {
  const { screen } = await openPortal('/user');
  await expect.element(screen.getByText('3 devices, 1 offline')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /Work ute/ })).toBeChecked();
  await expect
    .element(screen.getByRole('progressbar', { name: 'Pings used today' }))
    .toHaveAttribute('aria-valuenow', '27');
  await expect.element(screen.getByText('3 left')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Ping Locations Map' })).toBeVisible();
  const tracking = screen.getByRole('region', { name: 'Device Tracking' });
  await expect.element(tracking.getByText(/^Follow Work ute on the map/)).toBeVisible();
  await expect.element(tracking.getByRole('button', { name: 'Upgrade' })).toBeVisible();
  const plan = screen.getByRole('region', { name: 'Subscription' });
  await expect.element(plan.getByText('Free Plan')).toBeVisible();
  await expect.element(plan.getByText('$20 AUD')).toBeVisible();
  await screen.getByRole('radio', { name: /Boat/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Ping Boat' })).toBeVisible();
});

test('the chosen device stands in the address and is the same in every tab', async () => {
  const { screen, history } = await openPortal('/user', { world: { subscription: premium } });
  await screen.getByRole('radio', { name: /Boat/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Ping Boat' })).toBeVisible();
  const serial = new URLSearchParams(history.location.search).get('device');
  expect(serial).toMatch(/^Trace_/);
  await screen.getByRole('tab', { name: 'Live Tracking', exact: true }).click();
  const select = screen.getByRole('combobox', { name: 'Select a device to track' });
  await expect.element(select).toHaveValue(`Boat · ${serial}`);
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({ tab: 'live', device: serial });
});

test.each([
  ['/user?device=Trace_4F6E', 'Ping Boat', { device: 'Trace_4F6E' }],
  ['/user?device=Trace_none', 'Ping Work ute', { device: 'Trace_none' }],
  ['/user?tab=nonsense&checkout=%5B1%5D', 'Ping Work ute', {}],
])('%s opens with the button %s, and the address keeps only known parameters', async (address, button, known) => {
  const { screen, history } = await openPortal(address);
  await expect.element(screen.getByRole('button', { name: button })).toBeVisible();
  expect(screen.getByText(planTexts.waitingTitle).elements()).toEqual([]);
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual(known);
});

test('more than six devices are searched in a list with status, battery and age [UDASH-04] [UDASH-12]', async () => {
  const devices = Array.from({ length: 8 }, (_, index) => aDevice(`Trace_000${index}`, `Van ${index}`));
  const statuses = [aStatus('Trace_0005', { status: 'sleeping', batteryPct: 58 })];
  const { screen } = await openPortal('/user', { world: { devices, statuses } });
  const select = screen.getByRole('combobox', { name: 'My Devices' });
  await select.click();
  await select.fill('0005');
  const entry = screen.getByRole('option', { name: /^Van 5 · Trace_0005 Sleeping .+ Battery 58%$/ });
  await entry.click();
  await expect.element(screen.getByRole('button', { name: 'Ping Van 5' })).toBeVisible();
});

test('the upgrade dialog shows the price and says that this server cannot sell subscriptions [UDASH-07]', async () => {
  const { screen } = await openPortal('/user');
  await screen.getByRole('button', { name: 'Upgrade to Premium' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Upgrade to Premium' });
  await expect.element(dialog.getByText('$20 AUD')).toBeVisible();
  await expect.element(dialog.getByText(/Subscriptions are not available because billing is/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Not Now' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Not Now' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('every tab shows the next step when the user has no devices [UDASH-10]', async () => {
  const { screen } = await openPortal('/user?tab=devices', { world: { devices: [], statuses: [] } });
  const next = screen.getByText(/Ask your installer to assign a device to your email address\. It will appear/);
  await expect.element(next).toBeVisible();
  expect(screen.getByRole('table').elements()).toEqual([]);
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expect.element(next).toBeVisible();
});

test.each(['Trace_0', 'Trace_5'])(
  'the list beside the map shows the card of the chosen device %s [UDASH-04]',
  async (serial) => {
    await page.viewport(1_280, 800);
    onTestFinished(() => page.viewport(1_440, 900));
    const devices = Array.from({ length: 6 }, (_, at) => aDevice(`Trace_${at}`, `Ute ${at}`));
    const { screen } = await openPortal(`/user?device=${serial}`, { world: { devices } });
    const card = screen.getByRole('radio', { name: new RegExp(serial) });
    await expect.element(card).toBeChecked();
    const boxOf = (element: Element | null) => element!.getBoundingClientRect();
    const list = card.element().closest('[class*=selector]');
    await expect.poll(() => boxOf(card.element()).bottom - boxOf(list).bottom).toBeLessThanOrEqual(0);
    expect(boxOf(card.element()).top).toBeGreaterThanOrEqual(boxOf(list).top);
  },
);
