import { privacyTexts } from '@trace/contract/accounts/accounts.privacy.texts';
import { cookieRules } from '@trace/contract/privacy/privacy.cookies.rules';
import { recipientRows } from '@trace/contract/privacy/privacy.lists.texts';
import { recipientSources } from '@trace/contract/privacy/privacy.recipients.rules';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';

const signedOut = { world: { person: null } };

const titles = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .elements()
    .map((heading) => heading.textContent);

test('the terms have nine sections and a link back [LAND-05]', async () => {
  const { screen, history } = await openPortal('/terms', signedOut);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible();
  expect(titles()).toEqual([
    'Acceptance',
    'Use licence',
    'Device registration and usage',
    'Data privacy and security',
    'Analytics and non-sensitive data usage',
    'Limitations',
    'Accuracy of materials',
    'Modifications',
    'Contact',
  ]);
  await screen.getByRole('link', { name: 'Back to Login' }).click();
  expect(history.location.pathname).toBe('/');
});

test('the privacy policy has eleven sections [LAND-06]', async () => {
  const { screen } = await openPortal('/privacy', signedOut);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  expect(titles()).toEqual([
    'Information collected',
    'Use',
    'Analytics and aggregated data',
    'Sharing',
    'Security',
    'Retention',
    'Privacy rights',
    'Cookies',
    'International transfers',
    'Changes',
    'Contact',
  ]);
});

/** Returns the policy text next to a name. */
const beside = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).first().element().nextElementSibling?.textContent ?? '';

test('the privacy policy states the retention periods and the recipients of data [LAND-06]', async () => {
  const { screen } = await openPortal('/privacy', signedOut);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(beside('Location data')).toContain('90 days active, then 2 years archived');
  expect(beside('Activity logs')).toBe('1 year');
  expect(beside('Support communications')).toBe('3 years after the last message');
  expect(beside('Account info')).toBe('Until deletion');
  expect(beside('Analytics')).toBe('Indefinite (anonymised)');
  for (const receiver of ['Map tiles', 'Payments', 'Mail', 'Hub service']) expect(beside(receiver)).not.toBe('');
});

test('the privacy policy shows each cookie, each browser storage and each recipient of the code [SET-05]', async () => {
  const { screen } = await openPortal('/privacy', signedOut);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  for (const { name } of Object.values(cookieRules))
    expect(beside(name)).toMatch(/Kept for \d+ (day|hour|minute)s at most\.$/);
  for (const name of Object.values(storageNames)) expect(beside(name)).not.toBe('');
  expect(beside('trace_device')).toContain('Kept for 365 days');
  expect(beside('Push services')).toContain('Google, Apple or Mozilla');
  expect(recipientRows).toHaveLength(Object.keys(recipientSources).length);
  for (const [name] of recipientRows) expect(beside(name)).not.toBe('');
});

test('the privacy policy promises nothing that is not built [SET-05]', () => {
  expect(JSON.stringify(privacyTexts)).not.toMatch(/countr(y|ies) of a position/i);
});

test('each entry of the contents links to its section [LAND-05] [LAND-06]', async () => {
  const { screen } = await openPortal('/privacy', signedOut);
  const contents = screen.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect.element(contents.first()).toBeVisible();
  const targets = contents.elements().map((link) => link.getAttribute('href')?.slice(1) ?? '');
  expect(targets).toEqual(privacyTexts.sections.map(({ id }) => id));
  for (const id of targets) expect(document.getElementById(id)?.tagName).toBe('H2');
});

test('an unknown path shows 404, the reason and a link home [LAND-07]', async () => {
  const { screen, history } = await openPortal('/no/such/page', signedOut);
  await expect.element(screen.getByText('404')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await screen.getByRole('link', { name: 'Return to Home' }).click();
  expect(history.location.pathname).toBe('/');
});

test.each(['/terms', '/privacy'])('axe reports no violations on %s [LAND-05] [LAND-06]', async (address) => {
  const { screen, showScheme } = await openPortal(address, signedOut);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await showScheme(scheme);
    for (const width of [1_440, 390]) {
      await page.viewport(width, 844);
      expect(await axeFindings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBe(width);
    }
  }
});
