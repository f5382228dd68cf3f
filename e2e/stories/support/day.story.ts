import type { Page } from '@playwright/test';
import { auditTexts } from '@trace/contract/audit/audit.texts';
import { offlineCausesTexts } from '@trace/contract/offline-causes/offline-causes.texts';
import { managedUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { staffTexts } from '@trace/contract/support-staff/support-staff.list.texts';
import { supportResetTexts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { staffTicketsTexts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { listTickets, readTicket } from '@trace/contract/tickets/tickets.api';
import { checkPage } from '../../equipment/page-check.ts';
import { addStaff, signInAsStaff } from '../../equipment/staff.ts';
import { clientOf } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** The demo's silent excavator, about which its installer has asked. */
const excavator = { half: '51A', serial: 'Trace_51A0', ticket: 'The excavator went quiet on a building site' };
const answer = 'The SIM looks blocked. The carrier is asked, and you will hear from us today.';
const announcement = 'The portal rests on Sunday at 3 am for ten minutes.';

test("a staff member's day ends at once when a colleague deactivates the account [SUPL-03] [SUPP-04] [UPD-01]", async ({
  page,
  portal,
  browser,
}) => {
  const tom = await addStaff(portal, 'tom.reyes@trace.example', ['Tom', 'Reyes']);
  await signInAsStaff(page, tom);
  await checkPage(page, 'support-dashboard');

  // Half a serial leads to the device, and the device to the ticket about it.
  await page.getByRole('textbox', { name: supportDeskTexts.search.label }).fill(excavator.half);
  await page.getByRole('option').filter({ hasText: excavator.serial }).click();
  await expect(page.getByRole('heading', { name: excavator.serial, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: excavator.ticket }).click();

  // The ticket says why the tracker is silent.
  const causes = page.getByRole('region', { name: offlineCausesTexts.question('offline') });
  await expect(causes.getByText(offlineCausesTexts.subtitle)).toBeVisible();
  await expect(causes.getByText(/Most likely|The last reports show no cause/).first()).toBeVisible();
  await checkPage(page, 'support-ticket');
  await page.getByRole('textbox', { name: staffTicketsTexts.answerLabel }).fill(answer);
  await page.getByRole('button', { name: staffTicketsTexts.send }).click();
  await expect(page.getByText(answer, { exact: true })).toBeVisible();
  const sam = await clientOf(portal.url, portal.people().installer);
  const { tickets } = await sam.call(listTickets, { query: { limit: 20 } });
  const { id } = tickets.find(({ subject }) => subject === excavator.ticket)!;
  const { messages } = await sam.call(readTicket, { params: { id } });
  expect(messages.map(({ text }) => text)).toContain(answer);

  await resetPassword(page, portal.people().installer.email);
  await announce(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(portal.url);
  await expect(visitor.getByText(announcement)).toBeVisible();

  // The audit log has the day.
  await page.goto('/support/audit');
  await page.getByRole('searchbox', { name: auditTexts.search }).fill(tom.email);
  for (const action of ['recentUpdates.create', 'supportStaff.passwordReset', 'tickets.write'])
    await expect(page.getByText(action, { exact: true }).first()).toBeVisible();

  await deactivate(await (await browser.newContext({ baseURL: portal.url })).newPage(), portal.people().staff, tom);
  // The open page hears of it without a press.
  await expect(page.getByRole('button', { name: supportStaffTexts.signIn })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/support-login');
});

async function resetPassword(page: Page, email: string): Promise<void> {
  await page.goto('/support');
  await page.getByRole('button', { name: supportResetTexts.tool }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: supportResetTexts.email }).fill(email);
  await dialog.getByRole('button', { name: supportResetTexts.send }).click();
  await expect(page.getByText(supportResetTexts.sent(email))).toBeVisible();
  await page.goto('/demo/inbox');
  await expect(page.getByText('Reset your Trace password').first()).toBeVisible();
}

async function announce(page: Page): Promise<void> {
  await page.goto('/support/updates');
  await page.getByRole('button', { name: managedUpdatesTexts.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: managedUpdatesTexts.title }).fill('A short rest');
  await dialog.getByRole('textbox', { name: managedUpdatesTexts.description }).fill(announcement);
  await dialog.getByRole('button', { name: managedUpdatesTexts.create }).click();
  await expect(page.getByText(managedUpdatesTexts.created)).toBeVisible();
}

async function deactivate(
  page: Page,
  admin: { name: string; email: string; password: string },
  colleague: { name: string },
): Promise<void> {
  await signInAsStaff(page, admin);
  await page.goto('/support/staff');
  await page.getByRole('button', { name: staffTexts.actionsOf(colleague.name) }).click();
  await page.getByRole('menuitem', { name: staffTexts.deactivate }).click();
  await page.getByRole('dialog').getByRole('button', { name: staffTexts.deactivate }).click();
  await expect(page.getByText(staffTexts.deactivated(colleague.name))).toBeVisible();
}
