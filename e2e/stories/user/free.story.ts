import { ApiError, type ApiClient } from '@trace/contract/kernel/client';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { getPingQuota, pingDevice } from '@trace/contract/ping/ping.api';
import { pingRules } from '@trace/contract/ping/ping.rules';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { getPath, listPositions, startLive } from '@trace/contract/tracking/tracking.api';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { apiOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const STORY_TAKES_MS = MINUTE_MS;
const van = { serial: 'Trace_4F9C', name: 'Delivery van 2' };

test('PING-04 the thirtieth ping of a day is answered, the next one is refused and offers the other plan', async ({
  page,
  portal,
}) => {
  // A page that does not tell of pings, so that those of another tab leave no toasts here.
  await signIn(page, portal.people().free, '/user/settings');
  const api = await apiOf(page);
  await midnightIsFar(api);
  for (let sent = 0; sent < pingRules.freePerDay - 1; sent += 1) {
    const outcome = await api.call(pingDevice, { params: { serial: van.serial }, body: { id: crypto.randomUUID() } });
    expect(outcome.outcome).toBe('located');
  }
  await page.goto('/user');
  await expect(page.getByText(pingTexts.left(1))).toBeVisible();

  await page.getByRole('radio', { name: new RegExp(van.name) }).click();
  const ping = page.getByRole('button', { name: pingTexts.button(van.name) });
  await ping.click();
  await expect(page.getByText(pingTexts.located(van.name))).toBeVisible();
  await expect(page.getByText(pingTexts.left(0))).toBeVisible();

  await ping.click();
  const toast = page.getByRole('alert').filter({ hasText: pingTexts.limitTitle });
  await expect(toast).toContainText(pingTexts.limitText);
  const dialog = page.getByRole('dialog', { name: subscriptionTexts.upgradeTitle });
  await expect(dialog).toContainText(subscriptionTexts.price);
  await dialog.getByRole('button', { name: subscriptionTexts.notNow }).click();
  await expect(dialog).toBeHidden();
});

/** A day that ends in the middle of the story would give new pings; the new day is waited for. */
async function midnightIsFar(api: ApiClient): Promise<void> {
  const leftMs = async (): Promise<number> => Date.parse((await api.call(getPingQuota, {})).resetsAt) - Date.now();
  await expect.poll(leftMs, { timeout: STORY_TAKES_MS }).toBeGreaterThan(STORY_TAKES_MS);
}

test('LIVE-07 PATH-01 the free plan sees what it would have, and the server refuses what the page does not offer', async ({
  page,
  portal,
}) => {
  await signIn(page, portal.people().free, '/user');
  await page.getByRole('tab', { name: trackingTexts.tab }).click();
  const panel = page.getByRole('region', { name: subscriptionTexts.premiumFeature });
  await expect(panel).toContainText(subscriptionTexts.trackingNeedsPremium);
  await expect(page.getByRole('button', { name: trackingTexts.start })).toHaveCount(0);

  const api = await apiOf(page);
  const params = { serial: van.serial };
  const calls = [
    () => api.call(startLive, { params, body: { viewerId: crypto.randomUUID() } }),
    () => api.call(getPath, { params }),
    () => api.call(listPositions, { params, query: { receivedSince: Date.now() - 1_000 } }),
  ];
  for (const call of calls) {
    const refusal: unknown = await call().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as ApiError).refusal?.code).toBe('premium_required');
  }
});
