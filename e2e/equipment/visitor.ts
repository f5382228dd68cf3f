import { expect, type Page } from '@playwright/test';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import type { Person } from './demo-portal.ts';

/** Fills in the sign-in screen that the page shows, and waits until the portal has said yes. */
export async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(password);
  await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
}

/** Opens a page of the portal as this person. */
export async function signIn(page: Page, person: Person, address = '/sign-in'): Promise<void> {
  await page.goto(address);
  await signInHere(page, person);
}

/** The typed client with the session of this page's browser. */
export async function apiOf(page: Page): Promise<ApiClient> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return createApiClient({ baseUrl: origin, headers: () => ({ cookie }) });
}
