import type { Browser, Page } from '@playwright/test';
import { drillTexts } from '@trace/contract/panic/drills/panic.drills.texts';
import { listDrills } from '@trace/contract/panic/drills/panic.drills.api';
import { closeIncident, listIncidents, readIncident } from '@trace/contract/panic/panic.api';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { checkPage } from '../../equipment/page-check.ts';
import { clientOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const JOBS_WITHIN_MS = 30_000;

async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

/** Presses the button of Mia's hub, which reports by the queue and directly. */
async function pressPanic(browser: Browser, url: string): Promise<void> {
  const page = await newPage(browser, url);
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Press Mia’s panic button' }).click();
  await expect(page.getByRole('alert')).toContainText('panic');
  await page.context().close();
}

test('a hub panics over two channels, a contact takes the one incident in a second browser, and a drill is measured [PANIC-04] [PANIC-05] [PANIC-08]', async ({
  page,
  portal,
  browser,
}) => {
  const { premium: mia, free: jonas } = portal.people();
  await signIn(page, mia);
  const contact = await newPage(browser, portal.url);
  await signIn(contact, jonas);
  await pressPanic(browser, portal.url);

  // Both presses are one incident, on both screens.
  await expect(contact.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You pressed the panic button' })).toBeVisible();
  await expect(contact.getByText('Pressed 2 times')).toBeVisible();
  await checkPage(contact, 'panic');
  const api = await clientOf(portal.url, mia);
  const { incidents } = await api.call(listIncidents, { query: { state: 'active', limit: 10 } });
  expect(incidents).toHaveLength(1);
  const incidentId = incidents[0]!.id;
  // Jobs send the messages and request positions after the press is stored.
  const stepKinds = async () =>
    (await api.call(readIncident, { params: { id: incidentId } })).steps.map(({ kind }) => kind);
  await expect
    .poll(stepKinds, { timeout: JOBS_WITHIN_MS })
    .toEqual(expect.arrayContaining(['pressed', 'notified', 'position_requested', 'position_received']));

  await contact.getByRole('button', { name: texts.take }).first().click();
  await expect(contact.getByRole('heading', { name: 'You have taken it' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Jonas Weber has taken it' })).toBeVisible();
  const { steps, positions } = await api.call(readIncident, { params: { id: incidentId } });
  expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['seen', 'taken']));
  expect(positions!.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: texts.safe }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.safeConfirm }).click();
  await expect(contact.getByRole('heading', { name: 'Closed: safe' })).toBeVisible();

  // A drill measures the chain, and its figure stands in the settings.
  await page.goto('/user/settings');
  const drills = page.getByRole('region', { name: drillTexts.title });
  await drills.getByRole('button', { name: drillTexts.start }).click();
  await expect(drills.getByText(/^Sent in \d/)).toBeVisible({ timeout: JOBS_WITHIN_MS });
  // The test still rings for Jonas.
  const [drill] = (await api.call(listDrills, {})).drills;
  await api.call(closeIncident, { params: { id: drill!.incidentId }, body: { outcome: 'false_alarm' } });
});
