import { readFile } from 'node:fs/promises';
import { ApiError, type ApiClient } from '@trace/contract/kernel/client';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { getPingQuota, pingDevice } from '@trace/contract/ping/ping.api';
import { pingRules } from '@trace/contract/ping/ping.rules';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { getPath, listPositions, startLive } from '@trace/contract/tracking/tracking.api';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { followedMarker } from '../../equipment/live-view.ts';
import { apiOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';
import type { Page } from '@playwright/test';

const STORY_TAKES_MS = MINUTE_MS;
const van = { serial: 'Trace_4F9C', name: 'Delivery van 2' };

test('a user goes from the thirtieth free ping through premium with live view and history back to free [SUB-04] [PING-04] [PATH-03]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal.people().free, '/user/settings');
  const api = await apiOf(page);
  await test.step('thirty pings, and no more', async () => {
    await midnightIsFar(api);
    await pingByApi(api, pingRules.freePerDay - 1);
    await pingTheLast(page);
    await refusedWithoutPremium(api);
  });

  await test.step('premium is paid for in another tab', () => subscribe(page));
  await test.step('follows the device and exports its history', async () => {
    await follow(page);
    await takeHistory(page);
  });

  await test.step('the plan is cancelled, and ends', async () => {
    await cancel(page);
    await end(page);
    await refusedWithoutPremium(api);
  });
});

/** A day that ends in the middle of the story would give new pings; the new day is waited for. */
async function midnightIsFar(api: ApiClient): Promise<void> {
  const leftMs = async (): Promise<number> => Date.parse((await api.call(getPingQuota, {})).resetsAt) - Date.now();
  await expect.poll(leftMs, { timeout: STORY_TAKES_MS }).toBeGreaterThan(STORY_TAKES_MS);
}

async function pingByApi(api: ApiClient, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const outcome = await api.call(pingDevice, { params: { serial: van.serial }, body: { id: crypto.randomUUID() } });
    expect(outcome.outcome).toBe('located');
  }
}

/** The thirtieth ping is answered. The next ping is refused and offers the other plan. */
async function pingTheLast(page: Page): Promise<void> {
  // The tab without a map, which is drawn by the processor here.
  await page.goto(`/user?tab=devices&device=${van.serial}`);
  const ping = page.getByRole('button', { name: pingTexts.button(van.name) });
  await ping.click();
  await expect(page.getByText(pingTexts.located(van.name))).toBeVisible();
  await ping.click();
  const alert = page.getByRole('alert').filter({ hasText: pingTexts.limitTitle });
  await expect(alert).toContainText(pingTexts.limitText);
}

/** LIVE-07 PATH-01: checks that the server refuses the calls that the page does not offer. */
async function refusedWithoutPremium(api: ApiClient): Promise<void> {
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
}

async function subscribe(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: subscriptionTexts.upgradeTitle });
  await expect(dialog).toContainText(planTexts.terms.emergencyText);
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: planTexts.subscribe }).click();
  const checkout = await opened;
  await checkout.getByRole('button', { name: 'Pay' }).click();
  await expect(checkout.getByText(/^Premium is active\. Renews on/)).toBeVisible();
  await checkout.close();
  // The open page has switched to premium by itself.
  await expect(dialog.getByText(planTexts.begun)).toBeVisible();
  await dialog.getByRole('button', { name: planTexts.close }).click();
  await expect(page.getByRole('banner').getByText(subscriptionTexts.premiumActive)).toBeVisible();
}

async function follow(page: Page): Promise<void> {
  await page.getByRole('tab', { name: trackingTexts.tab }).click();
  await page.getByRole('button', { name: trackingTexts.start }).click();
  await expect(page.getByText(trackingTexts.activeFor(van.name))).toBeVisible();
  await expect(followedMarker(page)).toHaveAttribute('aria-label', van.name);
  await page.getByLabel(trackingTexts.showPath).click();
  await expect(page.getByRole('list', { name: trackingTexts.pathList }).getByRole('listitem').first()).toContainText(
    trackingTexts.pointKinds.start,
  );
  await page.getByRole('button', { name: trackingTexts.stop }).click();
  await expect(page.getByRole('button', { name: trackingTexts.start })).toBeVisible();
}

/** PATH-03: all that the van has told, from the card below the live view. */
async function takeHistory(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: historyTexts.title });
  await card.getByRole('button', { name: historyTexts.open }).click();
  await expect(card.getByRole('list', { name: historyTexts.parts }).getByRole('listitem').first()).toBeVisible();
  await card.getByRole('button', { name: historyTexts.export }).click();
  const dialog = page.getByRole('dialog', { name: historyTexts.exportTitle });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: historyTexts.save }).click();
  const gpx = await readFile(await (await download).path(), 'utf8');
  expect(gpx).toMatch(/^<\?xml/);
  expect(gpx).toContain('<trkpt');
  // The settings have the plan and no map to draw.
  await page.goto('/user/settings');
}

async function cancel(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: subscriptionTexts.title });
  await plan.getByRole('button', { name: planTexts.receiptsShow }).click();
  const receipts = page.getByRole('dialog', { name: planTexts.receiptsTitle });
  await expect(receipts.getByRole('listitem')).toContainText([planTexts.receiptStatus.paid]);
  await receipts.getByRole('button', { name: planTexts.close }).click();
  await plan.getByRole('button', { name: planTexts.manage }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Return to Trace' }).click();
  await expect(plan.getByText(/^Ends on .* and does not renew$/)).toBeVisible();
}

async function end(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: subscriptionTexts.title });
  await plan.getByRole('button', { name: planTexts.manage }).click();
  await page.getByRole('button', { name: /^End now, as if the paid month/ }).click();
  await page.getByRole('button', { name: 'Return to Trace' }).click();
  await expect(page.getByRole('banner').getByText(subscriptionTexts.freePlan)).toBeVisible();
  await expect(page.getByText(pingTexts.left(0))).toBeVisible();
  await page.getByRole('tab', { name: trackingTexts.tab }).click();
  const panel = page.getByRole('region', { name: subscriptionTexts.premiumFeature });
  await expect(panel).toContainText(subscriptionTexts.trackingNeedsPremium);
}
