import { expect, type Page } from '@playwright/test';
import { confirmSignUp, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import type { DemoPortal } from './demo-portal.ts';
import { ownClient } from './visitor.ts';

/** A person without an account. */
export interface Newcomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

export interface NewInstaller extends Newcomer {
  readonly businessName: string;
}

/** Fills in and submits the installer sign-up on the page. */
export async function signUpAsInstaller(page: Page, person: NewInstaller): Promise<void> {
  await page.getByRole('radio', { name: signUpTexts.installer }).click();
  await fillPerson(page, person);
  await page.getByLabel(signUpTexts.businessName).fill(person.businessName);
  await page.getByRole('button', { name: certificationTexts.autoVerify }).click();
  await expect(page.getByText(certificationTexts.verifiedNext)).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: signUpTexts.signUp }).click();
}

/** Fills in and submits the user sign-up on the page. */
export async function signUpAsUser(page: Page, person: Newcomer): Promise<void> {
  await fillPerson(page, person);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: signUpTexts.signUp }).click();
}

async function fillPerson(page: Page, person: Newcomer): Promise<void> {
  await page.getByLabel(signUpTexts.firstName).fill(person.firstName);
  await page.getByLabel(signUpTexts.lastName).fill(person.lastName);
  await page.getByRole('textbox', { name: signUpTexts.email }).fill(person.email);
  await page.getByRole('textbox', { name: signUpTexts.phone }).fill('412 345 678');
  await page.getByRole('textbox', { name: signUpTexts.password }).fill(person.password);
}

/** Types the code of the newest mail to this person, signs in, and is in the own area. */
export async function confirmAndSignIn(page: Page, portal: DemoPortal, person: Newcomer): Promise<void> {
  await expect(page.getByRole('heading', { name: signUpTexts.confirmTitle })).toBeVisible();
  await page.getByLabel(signUpTexts.code).fill(await codeFor(portal, person.email));
  await page.getByRole('button', { name: signUpTexts.confirm }).click();
  await expect(page.getByText(signUpTexts.confirmed)).toBeVisible();
  await expect(page.getByRole('textbox', { name: authTexts.email })).toHaveValue(person.email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(person.password);
  await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
}

/** Signs a user up without a page, for stories that are not about sign-up. */
export async function arriveAsUser(
  portal: DemoPortal,
  { firstName, lastName, email, password }: Newcomer,
): Promise<void> {
  const api = ownClient(portal.url);
  const phone = { country: 'AU', number: '0412 345 678' };
  await api.call(signUp, {
    body: {
      userType: 'user',
      firstName,
      lastName,
      email,
      phone,
      password,
      acceptsTerms: true,
      timeZone: 'Australia/Sydney',
    },
  });
  await api.call(confirmSignUp, { body: { code: await codeFor(portal, email) } });
}

const CODE = /^ {4}(\d[\d ]+\d)$/m;

async function codeFor(portal: DemoPortal, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    code = CODE.exec(await newestMailTo(portal, email))?.[1];
    expect(code).toBeDefined();
  }).toPass();
  return code!;
}

/** From the inbox of the demo, which lists the newest first. */
async function newestMailTo(portal: DemoPortal, email: string): Promise<string> {
  const list = await (await fetch(`${portal.url}/demo/inbox`)).text();
  const item = list.split('<li>').find((mail) => mail.includes(`To ${email}<`));
  const path = /href="([^"]+)"/.exec(item ?? '')?.[1];
  return path === undefined ? '' : (await fetch(`${portal.url}${path}`)).text();
}
