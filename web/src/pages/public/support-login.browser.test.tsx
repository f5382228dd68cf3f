import { signIn, signOut } from '@trace/contract/auth/auth.api';
import { done } from '@trace/contract/kernel/endpoint';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia, sam } from '#testing/fake-server/fake-server-world.ts';

const staff = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };

type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

async function fillIn(screen: Screen, email: string) {
  await screen.getByRole('textbox', { name: 'Email' }).fill(email);
  await screen.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  const button = screen.getByRole('button', { name: 'Sign In as Support' }).element() as HTMLButtonElement;
  // A second press before the page has drawn the first one.
  button.click();
  button.click();
}

test('support staff sign in at the support login and see their dashboard [SUPL-01]', async () => {
  const { screen, server, world, history } = await openPortal('/support-login', { world: { person: null } });
  server.on(signIn, () => {
    world.person = staff;
    return { person: staff };
  });
  await expect.element(screen.getByRole('heading', { name: 'Support staff login' })).toBeVisible();
  await fillIn(screen, staff.email);
  await expect.element(screen.getByRole('heading', { name: 'Support', exact: true })).toBeVisible();
  expect(history.location.pathname).toBe('/support');
});

test('staff who sign out return to the support login, also when signing out fails [SUPL-02]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(signOut, () => refuse('internal', 'Something went wrong.'));
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  await expect.element(screen.getByText('You are signed in as Ann Lee.')).toBeVisible();
  expect(history.location.pathname).toBe('/support-login');
  server.on(signOut, () => done);
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  await expect.element(screen.getByRole('button', { name: 'Sign In as Support' })).toBeVisible();
  expect(history.location.pathname).toBe('/support-login');
});

test('the back office sends a signed-out visitor to the support login, without a refusal [SUPL-02]', async () => {
  const { screen, history } = await openPortal('/support', { world: { person: null } });
  await expect.element(screen.getByRole('button', { name: 'Sign In as Support' })).toBeVisible();
  expect(history.location.pathname).toBe('/support-login');
  expect(screen.getByText("You don't have support access").elements()).toEqual([]);
});

test('the back office sends other people to the support login, which says why [SUPL-02] [SUPL-05]', async () => {
  const { screen, history } = await openPortal('/support/firmware', { world: { person: sam } });
  await expect.element(screen.getByText('Access Denied')).toBeVisible();
  await expect.element(screen.getByText("You don't have support access")).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Sign In as Support' })).toBeVisible();
  expect(history.location.pathname).toBe('/support-login');
  expect(await axeFindings()).toEqual([]);
});

test('a support page says that the access could not be checked, and checks again [SUPL-05]', async () => {
  const { screen, server } = await openPortal('/support', { world: { person: staff }, isReachable: false });
  await expect.element(screen.getByRole('heading', { name: 'Failed to verify support access' })).toBeVisible();
  server.setReachable(true);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Support', exact: true })).toBeVisible();
});

test('the server learns once that the support login is used, and other users read a refusal [SUPL-01]', async () => {
  const { screen, server, history } = await openPortal('/support-login', { world: { person: null } });
  const doors: unknown[] = [];
  server.on(signIn, ({ body }) => {
    doors.push(body.door);
    return refuse('forbidden', supportStaffTexts.denied);
  });
  await fillIn(screen, sam.email);
  await expect.element(screen.getByText('Access denied. This login is for TRACE support staff only.')).toBeVisible();
  expect(doors).toEqual(['support']);
  expect(history.location.pathname).toBe('/support-login');
  await screen.getByRole('link', { name: 'Back to main login' }).click();
  await expect.poll(() => history.location.pathname).toBe('/');
});

test('leads staff who forgot their password to the form of the main login that sends a link [SUPL-01] [AUTH-12]', async () => {
  const { screen, history } = await openPortal('/support-login', { world: { person: null } });
  await screen.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.poll(() => history.location.pathname).toBe('/sign-in');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
});

test.each(['light', 'dark'] as const)('axe reports no violations in %s [SUPL-01]', async (scheme) => {
  await page.viewport(390, 844);
  const { screen } = await openPortal('/support-login', { scheme, world: { person: null } });
  await expect.element(screen.getByRole('button', { name: 'Sign In as Support' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
