import type { Page } from '@playwright/test';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { setupTexts } from '@trace/contract/devices/registration/devices.setup.texts';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { expect } from '../fixtures.ts';

/** An account of the alarm hub service's stand-in. */
const hubAccount = { username: 'novak@hub.example', password: 'Kettle-Harbour-41' };

/** The place of the hub. The demo's user has a different hub: a panic of a shared hub concerns two users. */
export const hubPlace = 'Northside depot';

/** Names the verified device, links it to a hub, and registers it. */
export async function registerWithHub(page: Page, serial: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: setupTexts.nickname }).fill(name);
  await page.getByRole('switch', { name: hubsTexts.title }).check({ force: true });
  await page.getByRole('textbox', { name: hubsTexts.username }).fill(hubAccount.username);
  await page.getByRole('textbox', { name: hubsTexts.password }).fill(hubAccount.password);
  await page.getByRole('button', { name: hubsTexts.verify, exact: true }).click();
  await page.getByRole('radio', { name: new RegExp(hubPlace) }).click();
  await page.getByRole('button', { name: setupTexts.register }).click();
  await expect(page.getByText(registrationTexts.registeredWithHub(serial))).toBeVisible();
}
