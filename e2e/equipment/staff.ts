import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { codeOf } from './authenticator.ts';
import type { DemoPortal, Person } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/staff.ts');

/** Adds a staff account at the server's console, which shows the password once. */
export async function addStaff(portal: DemoPortal, email: string, name: readonly [string, string]): Promise<Person> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'add', email, ...name], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
  const password = /shown only once\): (\S+)/.exec(stdout)?.[1];
  if (password === undefined) throw new Error(`the console named no password:\n${stdout}`);
  return { name: name.join(' '), email, password };
}

/** Signs in at the door of staff for the first time, which sets up the second factor. */
export async function signInAsStaff(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/support-login');
  await page.getByRole('textbox', { name: authTexts.email }).fill(email);
  await page.getByLabel(new RegExp(`^${authTexts.password}`)).fill(password);
  await page.getByRole('button', { name: supportStaffTexts.signIn }).click();
  await expect(page.getByRole('heading', { name: secondFactorTexts.setUpTitle })).toBeVisible();
  const key = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByRole('textbox', { name: secondFactorTexts.code }).fill(codeOf(key));
  await page.getByRole('button', { name: secondFactorTexts.confirm }).click();
  await page.getByRole('button', { name: secondFactorTexts.kept }).click();
  await expect(page.getByRole('heading', { name: supportStaffTexts.dashboard, level: 1, exact: true })).toBeVisible();
}
