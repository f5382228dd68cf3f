import { signIn } from '@trace/contract/auth/auth.api';
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
  await screen.getByRole('button', { name: 'Sign In as Support' }).click();
}

test('support staff sign in at the support login [SUPL-01]', async () => {
  const { screen, server, world } = await openPortal('/support-login', { world: { person: null } });
  server.on(signIn, () => {
    world.person = staff;
    return { person: staff };
  });
  await expect.element(screen.getByRole('heading', { name: 'Support staff login' })).toBeVisible();
  await fillIn(screen, staff.email);
  await expect.element(screen.getByText('You are signed in as Ann Lee.')).toBeVisible();
});

test('the server learns that the support login is used, and other users read a refusal [SUPL-01]', async () => {
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

test.each(['light', 'dark'] as const)('axe reports no violations in %s [SUPL-01]', async (scheme) => {
  await page.viewport(390, 844);
  const { screen } = await openPortal('/support-login', { scheme, world: { person: null } });
  await expect.element(screen.getByRole('button', { name: 'Sign In as Support' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
