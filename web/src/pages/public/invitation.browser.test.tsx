import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { joinCompany, seeInvitation } from '@trace/contract/companies/companies.api';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { acceptTerms, fieldOf, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';

const token = 'invitation-of-harbour';
const stranger = { person: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test.each(['/', '/sign-up', '/sign-in'])(
  'AUTH-02 %s with an invitation opens Join Company, and the token leaves the address',
  async (path) => {
    const { screen, history } = await openPortal(`${path}?company_invite=${token}`, { world: stranger });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Join Harbour Alarms' })).toBeVisible();
    await expect.element(screen.getByRole('tab', { name: 'Join Company', selected: true })).toBeVisible();
    expect(history.location.href).toBe('/sign-up');
    expect(history.length).toBe(1);
    expect([localStorage, sessionStorage].flatMap((kept) => Object.entries(kept))).not.toContainEqual([
      expect.anything(),
      expect.stringContaining(token),
    ]);
  },
);

test("AUTH-02 AUTH-09 the sign-up carries the invitation and reads 'You'll be associated with {company}'", async () => {
  const { screen, server } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  await expect.element(screen.getByRole('heading', { name: 'Join Harbour Alarms' })).toBeVisible();
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await expect
    .element(screen.getByText("Account created! You'll be associated with Harbour Alarms after email confirmation."))
    .toBeVisible();
  expect(server.calls(signUp)[0]?.body).toMatchObject({ companyInvite: token });
});

test.each(['ended-long-ago', '', '🛰️', 'javascript:alert(1)', '12345', 'x'.repeat(300)])(
  'AUTH-02 the token %j says so and leaves a normal sign-up',
  async (unknown) => {
    const { screen, server } = await openPortal(`/?company_invite=${encodeURIComponent(unknown)}`, { world: stranger });
    await expect
      .element(screen.getByText('This invitation is no longer active. You can sign up without it.'))
      .toBeVisible();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Welcome to Trace' })).toBeVisible();
    await expect.element(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
    await fillSignUp(screen);
    await acceptTerms(screen);
    await signUpButton(screen).click();
    await expect.element(screen.getByText(/Account created! Please check your email/)).toBeVisible();
    expect(server.calls(signUp)[0]?.body).toMatchObject({ companyInvite: null });
  },
);

test('AUTH-02 an invitation that cannot be checked can be tried again', async () => {
  const { screen, server } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  server.on(seeInvitation, () => refuse('forbidden'));
  await expect.element(screen.getByText('The invitation could not be checked.')).toBeVisible();
  server.on(seeInvitation, () => ({ name: 'Harbour Alarms', hasLogo: false, logo: null }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Join Harbour Alarms' })).toBeVisible();
});

test('LAND-02 AUTH-02 who is signed in is asked in the own area, and joins', async () => {
  const { screen, server, history } = await openPortal(`/?company_invite=${token}`);
  const dialog = screen.getByRole('dialog', { name: 'Join Harbour Alarms' });
  await expect.element(dialog.getByText(/You will become a customer of Harbour Alarms/)).toBeVisible();
  expect(history.location.href).toBe('/user');
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect.element(screen.getByText('You are now a customer of Harbour Alarms.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(joinCompany).map(({ body }) => body)).toEqual([{ token }]);
  expect(history.location.state.companyInvite).toBeUndefined();
});

test('LAND-02 an installer reads that they become an employee; Escape leaves it and forgets the token', async () => {
  const { screen, server, history } = await openPortal(`/?company_invite=${token}`, { world: { person: sam } });
  const dialog = screen.getByRole('dialog', { name: 'Join Harbour Alarms' });
  await expect.element(dialog.getByText(/You will become an employee of Harbour Alarms/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Join' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history.location.pathname).toBe('/installer');
  expect(history.location.state.companyInvite).toBeUndefined();
  expect(server.calls(joinCompany)).toEqual([]);
});

test('COMP-09 LAND-02 a refusal is read in the dialog', async () => {
  const { screen, server } = await openPortal(`/?company_invite=${token}`);
  server.on(joinCompany, () => refuse('conflict', 'You already belong to a company. Leave it first.'));
  await screen.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click();
  await expect.element(screen.getByText('You already belong to a company. Leave it first.')).toBeVisible();
});

test('LAND-02 an invitation that has ended says so to whoever is signed in', async () => {
  const { screen } = await openPortal('/?company_invite=ended-long-ago');
  await expect.element(screen.getByText('This invitation is no longer active. Ask for a new one.')).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('AUTH-02 LAND-02 who has an account signs in with the invitation and is asked then', async () => {
  const { screen, history } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  await screen.getByRole('tab', { name: 'Sign In' }).click();
  await fieldOf(screen, 'Email').fill('mia.novak@post.example');
  await fieldOf(screen, 'Password').fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Join Harbour Alarms' })).toBeVisible();
  expect(history.location.pathname).toBe('/user');
});

test('AUTH-02 AUTH-11 who has joined by signing up is not asked once more', async () => {
  const { screen, history } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  await expect.element(screen.getByRole('heading', { name: 'Join Harbour Alarms' })).toBeVisible();
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await fieldOf(screen, 'Confirmation code').fill('20264711');
  await screen.getByRole('button', { name: 'Confirm Account' }).click();
  await fieldOf(screen, 'Email').fill('mia.novak@post.example');
  await fieldOf(screen, 'Password').fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByText('Signed in successfully')).toBeVisible();
  await expect.poll(() => history.location.pathname).toBe('/user');
  expect(history.location.state.companyInvite).toBeUndefined();
});
