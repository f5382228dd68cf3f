import { expect, type Page } from '@playwright/test';
import { signIn as signInByApi } from '@trace/contract/auth/auth.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import type { Person } from './demo-portal.ts';

/** The credentials for signing in. */
type Credentials = Pick<Person, 'email' | 'password'>;

/** Fills in the sign-in screen that the page shows, and waits until the portal has said yes. */
export async function signInHere(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(password);
  await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
}

/** Opens a page of the portal as this person. */
export async function signIn(page: Page, person: Credentials, address = '/sign-in'): Promise<void> {
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

/** Creates a typed client with its own session, without a browser. The client keeps received cookies. */
export function ownClient(baseUrl: string): ApiClient {
  const cookies = new Map<string, string>();
  const remember: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const header of response.headers.getSetCookie()) {
      const [name = '', value = ''] = header.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    return response;
  };
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return createApiClient({ baseUrl, fetch: remember, headers: () => ({ cookie: cookie() }) });
}

/** Creates such a client for a signed-in user. */
export async function clientOf(baseUrl: string, { email, password }: Credentials): Promise<ApiClient> {
  const api = ownClient(baseUrl);
  await api.call(signInByApi, { body: { email, password } });
  return api;
}
