import type { Page } from '@playwright/test';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { codeOf } from '../../equipment/authenticator.ts';
import { checkPage } from '../../equipment/page-check.ts';
import { signIn, signInHere } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** Passkeys belong to a host name, and this machine's is localhost. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** Adds a virtual authenticator to the browser, which stores passkeys and verifies its user at once. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(authTexts.loggedOut)).toBeVisible();
}

test('a passkey added in the settings signs in on its own [AUTH-15]', async ({ page, portal }) => {
  const home = named(portal.url);
  await giveAuthenticator(page);
  await signIn(page, portal.people().installer, `${home}/installer/settings`);
  await page.getByRole('button', { name: passkeyTexts.add }).click();
  await page.getByRole('textbox', { name: passkeyTexts.name }).fill('This laptop');
  await page.getByRole('dialog').getByRole('button', { name: passkeyTexts.add }).click();
  await expect(page.getByText(passkeyTexts.added)).toBeVisible();
  await expect(page.getByRole('region', { name: passkeyTexts.title })).toContainText('This laptop');
  await signOut(page);

  await page.goto(`${home}/sign-in`);
  await page.getByRole('button', { name: passkeyTexts.signIn }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
  await page.goto(`${home}/installer/settings`);
  await expect(page.getByRole('region', { name: passkeyTexts.title })).not.toContainText(passkeyTexts.neverUsed);
});

test('two-step sign-in is set up, then accepts a code, then a recovery code [AUTH-15] [AUTH-18]', async ({
  page,
  portal,
}) => {
  const { free } = portal.people();
  await signIn(page, free, '/user/settings');
  await expect(page.getByRole('heading', { name: accountsTexts.title, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: secondFactorTexts.turnOn, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: secondFactorTexts.scanAlt })).toBeVisible();
  await checkPage(page, 'second-factor-set-up');
  const key = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await dialog.getByRole('textbox', { name: secondFactorTexts.code }).fill(codeOf(key));
  await dialog.getByRole('button', { name: secondFactorTexts.confirm }).click();
  const codes = page.getByRole('list', { name: secondFactorTexts.recoveryTitle });
  await expect(codes).toBeVisible();
  await checkPage(page, 'second-factor-recovery-codes');
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  await page.getByRole('button', { name: secondFactorTexts.kept }).click();
  await expect(page.getByText(secondFactorTexts.recoveryLeft(10))).toBeVisible();
  await signOut(page);

  await page.goto('/sign-in');
  await fillIn(page, free);
  await checkPage(page, 'second-step');
  // The set-up has used up the current step, so the code of the next step is entered ahead of time.
  await page.getByRole('textbox', { name: secondFactorTexts.code }).fill(codeOf(key, 1));
  await page.getByRole('button', { name: secondFactorTexts.continue }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
  await signOut(page);

  await page.goto('/sign-in');
  await fillIn(page, free);
  await page.getByRole('button', { name: secondFactorTexts.useRecoveryCode }).click();
  await page.getByRole('textbox', { name: secondFactorTexts.recoveryCode }).fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: secondFactorTexts.continue }).click();
  await expect(page.getByText(authTexts.signedIn)).toBeVisible();
  await page.goto('/user/settings');
  await expect(page.getByText(secondFactorTexts.recoveryLeft(9))).toBeVisible();
  await page.getByRole('button', { name: secondFactorTexts.turnOff, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: secondFactorTexts.turnOff }).click();
  await expect(page.getByText(secondFactorTexts.turnedOff)).toBeVisible();
  await signOut(page);
  await page.goto('/sign-in');
  await signInHere(page, free);
});

/** E-mail and password, after which the portal wants more. */
async function fillIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(password);
  await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByRole('heading', { name: secondFactorTexts.stepTitle })).toBeVisible();
}
