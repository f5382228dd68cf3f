import { getSession } from '@trace/contract/auth/auth.api';
import { onCheckoutEnd, broadcastCheckoutEnd } from '#features/subscription/subscription-checkout-end.ts';
import { externalNavigation } from '#lib/http/external-navigation.ts';
import {
  checkSubscription,
  createCheckout,
  getSubscription,
  listReceipts,
  openCustomerPortal,
} from '@trace/contract/subscription/subscription.api';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aReceipt } from '#testing/fake-server/people/fake-server-plans.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { free, premium, type World } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

// The Manage Devices tab has no map.
const address = '/user?tab=devices';
/** The settings have the whole plan and no map. */
const settings = '/user/settings';
const onSale: Subscription = { ...free, billing: 'on' };
const paid: Subscription = { ...premium, billing: 'on', endsAt: ago(-43_200), renews: true, manageable: true };
const checkoutUrl = 'https://checkout.stripe.com/c/pay/cs_1';

/** Shorter than the time until a silent stream reopens, which would fetch all data again. */
const atOnce = { timeout: 5_000 };

function aTab() {
  const tab = { lead: vi.fn(), close: vi.fn() };
  const openTab = vi.spyOn(externalNavigation, 'openTab').mockReturnValue(tab);
  onTestFinished(() => openTab.mockRestore());
  return { tab, openTab };
}

async function openDialog(world: Partial<World> = {}, at = settings) {
  const opened = await openPortal(at, { world: { subscription: onSale, ...world } });
  await opened.screen.getByRole('button', { name: 'Upgrade to Premium' }).click();
  const dialog = opened.screen.getByRole('dialog', { name: 'Upgrade to Premium' });
  await expect.element(dialog.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();
  return { ...opened, dialog };
}

test('the upgrade dialog describes the plan in plain words and checks the devices before payment [SUB-01] [SUB-06]', async () => {
  const { dialog } = await openDialog({ plans: { receipts: [], fixes: { Trace_4F21: null } } });
  for (const words of [
    '$20 AUD per month, GST included',
    'Unlimited pings',
    'Live tracking',
    'Panic notifications',
    'Priority support',
    'Extended history',
    'You, wherever you sign in, and all devices assigned to you.',
    /^Renews every month until you cancel/,
    'Every payment has a receipt, listed under Subscription.',
    /Without premium, a panic is only shown in the portal. Your panic contacts are not told/,
    'Trace does not replace emergency services. In an emergency, call 000 in Australia, 112 in Europe or your local number.',
    /^Work ute has had no GPS fix in the last 24 hours/,
    /^Caravan last reported 2 days ago/,
    'Boat is asleep and will answer when it wakes.',
    /^Premium will not fix this\. Check the/,
  ])
    await expect.element(dialog.getByText(words).first()).toBeVisible();
  expect(dialog.element().textContent?.match(/\$20 AUD/g)).toHaveLength(1);
  await expect.element(dialog.getByRole('button', { name: 'Not Now' })).toHaveFocus();
  expect(await axeFindings(dialog.element())).toEqual([]);
});

test('Subscribe Now opens the checkout in a new tab within the click, and this page turns premium [SUB-02] [SUB-06]', async () => {
  const { tab, openTab } = aTab();
  const { screen, server, dialog } = await openDialog({}, '/user');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.on(createCheckout, async () => {
    await asked;
    return { url: checkoutUrl };
  });
  await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
  expect(openTab).toHaveBeenCalledOnce();
  expect(tab.lead).not.toHaveBeenCalled();
  answer();
  await expect.poll(() => tab.lead.mock.calls).toEqual([[checkoutUrl]]);
  await expect.element(dialog.getByText(/^The checkout opened in another tab\. Once you have/)).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Open the checkout again' }))
    .toHaveAttribute('href', checkoutUrl);
  expect(server.calls(createCheckout).map(({ body }) => body)).toEqual([{}]);
  broadcastCheckoutEnd('cancelled');
  await expect.element(dialog.getByText(planTexts.cancelledText)).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect.element(dialog.getByText(/^The checkout opened in another tab\. Once you have/)).toBeVisible();
  broadcastCheckoutEnd('done');
  await expect.element(dialog.getByText(planTexts.waitingText)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Subscribe Now' }).elements()).toEqual([]);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(subscriptionEvent, paid, '1');
  await expect.element(dialog.getByText('Premium is active.')).toBeVisible();
  await expect.element(screen.getByRole('banner').getByText('Premium Active')).toBeVisible();
});

test("a failure closes the tab with 'No checkout URL received', 'An unexpected error occurred. Please try again.' or the reason [SUB-02]", async () => {
  const { tab } = aTab();
  const { server, dialog } = await openDialog();
  const cases = [
    [() => ({ url: 'javascript:alert(1)' }), 'No checkout URL received'],
    [() => ({ url: 'http://elsewhere.example/pay' }), 'No checkout URL received'],
    [() => refuse('internal'), 'An unexpected error occurred. Please try again.'],
    [() => refuse('conflict', 'You already have a subscription.'), 'You already have a subscription.'],
  ] as const;
  for (const [answer, words] of cases) {
    server.on(createCheckout, answer);
    await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
    await expect.element(dialog.getByRole('alert').getByText(words)).toBeVisible();
  }
  expect(tab.close).toHaveBeenCalledTimes(cases.length);
  expect(tab.lead).not.toHaveBeenCalled();
});

test("Subscribe Now shows 'Authentication Required' when the session has ended [SUB-02]", async () => {
  const { tab } = aTab();
  const { screen, server, dialog } = await openDialog();
  server.on(createCheckout, () => refuse('unauthenticated'));
  await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect.element(screen.getByText('Authentication Required')).toBeVisible();
  expect(tab.close).toHaveBeenCalledOnce();
});

test('the dialog shows the checkout as a link when the browser blocks the tab [SUB-02]', async () => {
  vi.spyOn(externalNavigation, 'openTab').mockReturnValueOnce(null);
  const { dialog } = await openDialog();
  await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect.element(dialog.getByRole('link', { name: 'Open the checkout' })).toHaveAttribute('href', checkoutUrl);
});

test('the link to the checkout is in view on a phone when the browser blocks the tab [SUB-02]', async () => {
  vi.spyOn(externalNavigation, 'openTab').mockReturnValueOnce(null);
  await page.viewport(390, 640);
  onTestFinished(() => page.viewport(1_440, 900));
  const { dialog } = await openDialog();
  await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
  const link = dialog.getByRole('link', { name: 'Open the checkout' });
  await expect.element(link).toBeVisible();
  const buttons = dialog.getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect(link.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(buttons.top);
});

test('a double click on Manage Subscription asks once for the address [SUB-02]', async () => {
  const go = vi.spyOn(externalNavigation, 'go').mockImplementation(() => undefined);
  onTestFinished(() => go.mockRestore());
  const { screen, server } = await openPortal(settings, { world: { subscription: paid } });
  const button = screen.getByRole('button', { name: 'Manage Subscription' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).click();
  (button.element() as HTMLElement).click();
  await expect.poll(() => go.mock.calls.length).toBe(1);
  expect(server.calls(openCustomerPortal)).toHaveLength(1);
});

test('the return page of the checkout waits for payment, reports the start of premium and never waits again [SUB-06]', async () => {
  const { screen, server, world, history } = await openPortal(`${address}&checkout=done`, {
    world: { subscription: onSale },
  });
  const waiting = screen.getByRole('region', { name: 'Waiting for the payment service' });
  await expect
    .element(waiting.getByText(/^If you have just paid, premium starts as soon as the payment/))
    .toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  // The page may ask again at any time: the answer is the plan that was pushed.
  const change = (subscription: Subscription, id: string): void => {
    world.subscription = subscription;
    server.stream.push(subscriptionEvent, subscription, id);
  };
  change(paid, '1');
  const notice = screen.getByRole('region', { name: 'Thank you' });
  await expect.element(notice.getByText(/^Premium is active. Renews on /)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await expect.poll(() => history.location.search).toBe('?tab=devices');
  change({ ...onSale, manageable: true }, '2');
  await expect.element(screen.getByText('Premium has ended', { exact: true })).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(waiting.elements()).toEqual([]);
  change(paid, '3');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test('an old checkout address makes no false claim, asks the payment service twice and stops waiting [SUB-06]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const ended: Subscription = { ...onSale, manageable: true };
  const { screen, server, history } = await openPortal(`${address}&checkout=done`, { world: { subscription: ended } });
  await expect.element(screen.getByText(/^If you have just paid, premium starts as soon as/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  expect(screen.getByText('Thank you').elements()).toEqual([]);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 10) {
      server.stream.beat();
      await vi.advanceTimersByTimeAsync(10_000);
    }
  };
  expect(server.calls(checkSubscription)).toHaveLength(1);
  await pass(60);
  await expect.element(screen.getByText(/longer than usual. If you have paid, do not pay again/)).toBeVisible();
  await expect.poll(() => server.calls(checkSubscription).length).toBe(2);
  await pass(270);
  const notice = screen.getByRole('region', { name: 'No payment confirmed yet' });
  await expect.element(notice.getByText(/If you have paid, do not pay again\. Premium starts/)).toBeVisible();
  await expect.poll(() => history.location.search).toBe('?tab=devices');
  const asked = server.calls(getSubscription).length;
  await pass(60);
  expect(server.calls(getSubscription)).toHaveLength(asked);
  // The page still reports a late payment.
  server.stream.push(subscriptionEvent, paid, '1');
  await expect.element(screen.getByText(/^Premium is active. Renews on /)).toBeVisible();
});

test.each(['/user', '/user/settings'])(
  'the start of %s finds the session, then checks the plan [SESS-01]',
  async (path) => {
    const { server } = await openPortal(path);
    await expect.poll(() => server.calls(getSubscription).length).toBeGreaterThan(0);
    const names = server.calls().map(({ name }) => name);
    expect(names.indexOf(getSession.name)).toBeGreaterThanOrEqual(0);
    expect(names.indexOf(getSession.name)).toBeLessThan(names.indexOf(getSubscription.name));
  },
);

test('the daily ping quota follows a plan that is pushed, fetched, or pushed before the first response [SUB-06] [PING-06]', async () => {
  const { screen, server, world } = await openPortal('/user', {
    world: { subscription: onSale, used: 30, pings: [] },
  });
  const known = Promise.withResolvers<void>();
  server.on(getSubscription, () => known.promise.then(() => onSale));
  await expect.element(screen.getByText('0 left')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.subscription = paid;
  server.stream.push(subscriptionEvent, paid, '1');
  await expect.element(screen.getByText('Unlimited', { exact: true }), atOnce).toBeVisible();
  known.resolve();
  await expect.element(screen.getByRole('banner').getByText('Premium Active')).toBeVisible();
  world.subscription = onSale;
  server.stream.push(subscriptionEvent, onSale, '2');
  await expect.element(screen.getByText('0 left'), atOnce).toBeVisible();
  world.subscription = paid;
  server.on(getSubscription, () => world.subscription);
  await screen.getByRole('button', { name: 'Refresh subscription' }).click();
  await expect.element(screen.getByRole('banner').getByText('Premium Active')).toBeVisible();
  await expect.element(screen.getByText('Unlimited', { exact: true }), atOnce).toBeVisible();
});

test('the page says that a cancelled checkout charged no money, even with a cached plan [SUB-02]', async () => {
  const { screen, history } = await openPortal(address, { world: { subscription: onSale } });
  await expect.element(screen.getByRole('banner').getByText('Free Plan')).toBeVisible();
  history.push('/user/settings');
  await expect.element(screen.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  const onEnd = vi.fn();
  onTestFinished(onCheckoutEnd(onEnd));
  history.push(`${address}&checkout=cancelled`);
  await expect.element(screen.getByText(/nothing was charged/), atOnce).toBeVisible();
  await expect.poll(() => onEnd.mock.lastCall).toEqual(['cancelled']);
  expect(history.location.search).toBe('?tab=devices');
});

test('premium has Manage Subscription, its renewal and its receipts [UDASH-07] [SUB-06]', async () => {
  const plans = { receipts: Array.from({ length: 13 }, (_, index) => aReceipt(`in_${index}`)), fixes: {} };
  const go = vi.spyOn(externalNavigation, 'go').mockImplementation(() => undefined);
  onTestFinished(() => go.mockRestore());
  const { screen, server } = await openPortal(settings, { world: { subscription: paid, plans } });
  const card = screen.getByRole('region', { name: 'Subscription' });
  await expect.element(card.getByText(/^Renews on /)).toBeVisible();
  await expect.element(card.getByText(/does not replace emergency services/)).toBeVisible();
  await card.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect.poll(() => go.mock.calls).toEqual([['https://billing.stripe.com/p/session/bps_1']]);
  server.on(openCustomerPortal, () => refuse('internal'));
  await card.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect.element(screen.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
  await card.getByRole('button', { name: 'Receipts' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Receipts' });
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(12);
  await dialog.getByRole('button', { name: 'Show older receipts' }).click();
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(13);
  await expect.element(dialog.getByRole('link').first()).toHaveAttribute('href', 'https://invoice.stripe.com/i/in_0');
  expect(await axeFindings(dialog.element())).toEqual([]);
  expect(server.calls(listReceipts)).toHaveLength(2);
});

test('a complimentary plan says once that there is nothing to pay, and has no button [UDASH-07]', async () => {
  const { screen } = await openPortal(settings, { world: { subscription: premium } });
  const card = screen.getByRole('region', { name: 'Subscription' });
  await expect.element(card.getByText(planTexts.given)).toBeVisible();
  expect(card.getByText(planTexts.given).elements()).toHaveLength(1);
  expect(card.getByRole('button').elements()).toEqual([]);
});

test('the subscription card stands on the Dashboard tab and in the settings, and on no other tab [UDASH-07]', async () => {
  const { screen, history } = await openPortal(address, { world: { subscription: onSale } });
  const card = screen.getByRole('region', { name: 'Subscription' });
  await expect.element(screen.getByRole('table')).toBeVisible();
  expect(card.elements()).toEqual([]);
  await screen.getByRole('tab', { name: 'Dashboard' }).click();
  await expect.element(card).toBeVisible();
  history.push('/user/settings');
  await card.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
});

test('the buttons of the upgrade dialog are in view on a phone without scrolling [UDASH-07]', async () => {
  await page.viewport(390, 640);
  onTestFinished(() => page.viewport(1_440, 900));
  const { dialog } = await openDialog();
  const button = dialog.getByRole('button', { name: 'Subscribe Now' });
  await expect.poll(() => button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  const content = dialog.element();
  expect(content.scrollHeight).toBeGreaterThan(content.clientHeight);
});

test('a failed payment shows how long premium stays, and the open page reports the end of premium [SUB-05]', async () => {
  const trouble: Subscription = { ...paid, paymentTrouble: { nextTryAt: ago(-4_320) } };
  const { screen, server, world } = await openPortal(address, { world: { subscription: trouble } });
  const notice = screen.getByRole('region', { name: 'A payment failed' });
  await expect.element(notice.getByText(/^Premium is still active\. We will retry the payment on/)).toBeVisible();
  await expect.element(notice.getByRole('button', { name: 'Manage Subscription' })).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(subscriptionEvent, { ...onSale, manageable: true, paymentTrouble: { nextTryAt: null } }, '1');
  await expect.element(screen.getByText('Premium has ended', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('You are on the free plan: 30 pings a day, no live tracking.')).toBeVisible();
  await expect.element(notice.getByText(/^Premium has ended because the payment failed\./)).toBeVisible();
  await expect.element(screen.getByRole('banner').getByText('Free Plan')).toBeVisible();
  // A change that was pushed while the stream was closed is fetched after the reconnect.
  world.subscription = paid;
  server.stream.drop();
  await expect.element(screen.getByRole('banner').getByText('Premium Active'), { timeout: 10_000 }).toBeVisible();
});

test('the settings show the way to the payment service for a failed payment, and for a paused plan [SUB-05]', async () => {
  const trouble: Subscription = { ...onSale, manageable: true, paymentTrouble: { nextTryAt: null } };
  const { screen, server } = await openPortal(settings, { world: { subscription: trouble } });
  const notice = screen.getByRole('region', { name: 'A payment failed' });
  await expect.element(notice.getByText(/^Premium has ended because the payment failed\./)).toBeVisible();
  await expect.element(notice.getByRole('button', { name: 'Manage Subscription' })).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  // A paused plan has no failed payment.
  server.stream.push(subscriptionEvent, { ...onSale, manageable: true }, '1');
  await expect.element(notice).not.toBeInTheDocument();
  const card = screen.getByRole('region', { name: 'Subscription', exact: true });
  await expect.element(card.getByRole('button', { name: 'Manage Subscription' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible();
});

test('axe reports no violations in the plan on a phone in dark mode [SUB-06]', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const { screen } = await openPortal(settings, { scheme: 'dark', world: { subscription: paid } });
  await expect.element(screen.getByText(/^Renews on /)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(390);
});
