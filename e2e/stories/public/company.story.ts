import type { Page } from '@playwright/test';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { companySettingsTexts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { certify } from '../../equipment/certification-console.ts';
import { confirmAndSignIn, signUpAsInstaller, type NewInstaller, type Newcomer } from '../../equipment/newcomer.ts';
import { expect, test } from '../../fixtures.ts';

const company = 'Harbour Alarms';

const founder: NewInstaller = {
  firstName: 'Nora',
  lastName: 'Quill',
  email: 'nora.quill@example.com',
  password: 'Ferry-to-Manly-7',
  businessName: 'Quill Security',
};

const colleague: NewInstaller = {
  firstName: 'Theo',
  lastName: 'Marsh',
  email: 'theo.marsh@example.com',
  password: 'Bridge-climb-at-6',
  businessName: 'Marsh Electric',
};

test('two new users found a company, join by link, transfer ownership, and leave [AUTH-11] [COMP-08] [SET-02]', async ({
  page,
  portal,
  browser,
}) => {
  await certify(portal, { number: 'CERT-801-2026', email: founder.email, fullName: 'Nora Quill' });
  await certify(portal, { number: 'CERT-802-2026', email: colleague.email, fullName: 'Theo Marsh' });

  await page.goto('/');
  await page.getByRole('link', { name: landingTexts.installer }).first().click();
  await signUpAsInstaller(page, founder);
  await expect(page.getByText(signUpTexts.created)).toBeVisible();
  await confirmAndSignIn(page, portal, founder);

  await foundCompany(page);
  const link = await makeLink(page);

  const context = await browser.newContext({ baseURL: portal.url });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: signUpTexts.joinTitle(company) })).toBeVisible();
  expect(other.url()).not.toContain('company_invite');
  await signUpAsInstaller(other, colleague);
  await expect(other.getByText(signUpTexts.createdFor(company))).toBeVisible();
  await confirmAndSignIn(other, portal, colleague);
  await other.getByRole('link', { name: companiesTexts.title, exact: true }).click();
  await expect(other.getByText(companySettingsTexts.contexts.member(company))).toBeVisible();

  await handOver(page);
  await other.reload();
  await deleteCompany(other);
  await deleteAccount(other);
  await deleteAccount(page);
  await expectGone(page, founder);
  await context.close();
});

async function foundCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: companiesTexts.title, exact: true }).click();
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: companySettingsTexts.chooseLogo }).click();
  await (await chooser).setFiles(logo);
  await page.getByLabel(companySettingsTexts.fields.name).fill(company);
  await page.getByLabel(companySettingsTexts.fields.email).fill('office@harbour-alarms.example');
  await expect(page.getByText(companySettingsTexts.logoReady)).toBeVisible();
  await page.getByRole('button', { name: companySettingsTexts.create }).click();
  await expect(page.getByText(companiesTexts.created)).toBeVisible();
  await expect(page.getByRole('img', { name: companySettingsTexts.logoOf(company) })).toBeVisible();
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('tab', { name: companiesTexts.tabs.employees }).click();
  await page.getByRole('button', { name: companySettingsTexts.createLink }).click();
  await expect(page.getByText(companiesTexts.linkCreated)).toBeVisible();
  return page.getByRole('textbox', { name: companySettingsTexts.linkTitle }).inputValue();
}

async function handOver(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: companySettingsTexts.handOver }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Theo Marsh' }).check();
  await dialog.getByRole('button', { name: companySettingsTexts.handOver }).click();
  await expect(page.getByText(companySettingsTexts.handedOver('Theo Marsh', company))).toBeVisible();
  await expect(page.getByText(companySettingsTexts.contexts.member(company))).toBeVisible();
}

async function deleteCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: companySettingsTexts.deleteCompany }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(companySettingsTexts.deleteType(company)).fill(company);
  await dialog.getByRole('button', { name: companySettingsTexts.deleteCompany }).click();
  await expect(page.getByText(companiesTexts.deleted)).toBeVisible();
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: accountsTexts.title }).click();
  await page.getByRole('button', { name: accountsTexts.delete }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(accountsTexts.deleteType).fill(DELETE_PHRASE.toUpperCase());
  await dialog.getByRole('button', { name: accountsTexts.delete }).click();
  await expect(page.getByText(accountsTexts.deleted)).toBeVisible();
}

/** Checks that the account is gone: signing in is refused. */
async function expectGone(page: Page, { email, password }: Newcomer): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(password);
  await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByRole('alert').getByText(authTexts.wrongCredentials)).toBeVisible();
}
