import { showToast } from '#ui/dialogs/toast.tsx';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aPosition, free, premium } from '#testing/fake-server/fake-server-world.ts';

// A map renders slowly without a graphics card, so the test uses a small viewport.
beforeEach(() => page.viewport(800, 700));

const silent = { outcome: 'failed' as const, message: null };

test('the dialog shows the device, its mark and the last GPS time, and closing stops tracking [LIVE-06]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4F21', {
    world: { subscription: premium, places: [], pings: [] },
  });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const opener = screen.getByRole('button', { name: 'Open Live View' });
  await opener.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Work ute Trace_4F21' })).toBeVisible();
  await expect.element(dialog.getByText('Last GPS update: –')).toBeVisible();
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  server.stream.push(positionEvent, aPosition('a'));
  await expect.element(dialog.getByText(/Last GPS update: just now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close live view' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => server.calls(stopLive).length).toBe(1);
  await expect.element(opener).toHaveFocus();
});

test("the dialog shows 'Loading live map...' while the request to the device is pending [LIVE-06]", async () => {
  const { screen, server } = await openPortal('/user', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Loading live map...').first()).toBeVisible();
});

test('a dialog that cannot start says why, shows the last known place with its age, and tries again [LIVE-12]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4D18', { world: { subscription: premium } });
  server.on(startLive, () => silent);
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  const reason = dialog.getByRole('alert');
  await expect.element(reason.getByText('Could not enable live GPS mode on the device')).toBeVisible();
  await expect.element(dialog.getByText('Last GPS update: 2 days ago')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Live position of Caravan' })).toBeVisible();
  server.on(startLive, () => ({ outcome: 'tracking' as const, wasOn: false, intervalMs: 10_000 }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  expect(reason.elements()).toEqual([]);
});

test('a plan that ends closes live tracking with the reason and the last known place [LIVE-12]', async () => {
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  server.stream.push(subscriptionEvent, free, '1');
  await expect.element(dialog.getByRole('alert').getByText(subscriptionTexts.premiumRequired)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  await expect.element(dialog.getByRole('region', { name: 'Live position of Work ute' })).toBeVisible();
});

test('on a phone the dialog fills the window while it starts [LIVE-06]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Loading live map...').first()).toBeVisible();
  await expect.poll(() => screen.getByRole('dialog').element().getBoundingClientRect().width).toBe(390);
});

test('the state on the map of a phone begins at its edge while no mark is shown [LIVE-06]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const age = screen.getByRole('dialog').getByText(/Last GPS update/);
  await expect.element(age).toBeVisible();
  const bar = age.element().parentElement!;
  const { paddingLeft, borderLeftWidth } = getComputedStyle(bar);
  const edge = bar.getBoundingClientRect().left + parseFloat(paddingLeft) + parseFloat(borderLeftWidth);
  expect(age.element().getBoundingClientRect().left).toBeCloseTo(edge, 0);
});

test('on a phone a toast covers neither Close nor the map of the dialog [UDASH-12]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/user?device=Trace_4F21', { world: { subscription: premium } });
  server.on(startLive, () => new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  const close = dialog.getByRole('button', { name: trackingTexts.close });
  await expect.element(close).toBeVisible();
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(390);
  const text = 'Work ute is offline. Live tracking may not work properly.';
  showToast({ tone: 'failed', about: 'reach Trace_4F21', text });
  const toast = page.getByText(text);
  await expect.element(toast).toBeVisible();
  const { right, bottom } = toast.element().closest('[data-tone]')!.getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(close.element().getBoundingClientRect().left);
  const map = dialog.getByText(/Last GPS update/).element();
  expect(bottom).toBeLessThanOrEqual(map.getBoundingClientRect().top);
});
