import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { joinCompany, seeInvitation } from '@trace/contract/companies/companies.api';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { nobodySignsUp } from '#testing/fake-server/people/fake-server-sign-up.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { acceptTerms, fieldOf, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';

const token = 'invitation-of-harbour';
const stranger = { person: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test.each(['/sign-up#', '/#', '/sign-in#', '/?', '/sign-up?', '/sign-in?'])(
  '%s with an invitation opens Join Company and removes the token from the address [AUTH-02] [T30]',
  async (path) => {
    const { screen, history } = await openPortal(`${path}company_invite=${token}`, { world: stranger });
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

test("the sign-up sends the invitation and shows 'You'll be associated with {company}' [AUTH-02] [AUTH-09]", async () => {
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
  'the invalid token %j shows a message and leaves a normal sign-up [AUTH-02]',
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

test('a failed invitation check can be retried [AUTH-02]', async () => {
  const { screen, server } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  server.on(seeInvitation, () => refuse('forbidden'));
  await expect.element(screen.getByText('The invitation could not be checked.')).toBeVisible();
  server.on(seeInvitation, () => ({ name: 'Harbour Alarms', hasLogo: false, logo: null }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Join Harbour Alarms' })).toBeVisible();
});

test('a signed-in user is asked in their own area and joins the company [LAND-02] [AUTH-02]', async () => {
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

test('the dialog says that an installer becomes an employee, and Escape discards the token [LAND-02]', async () => {
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

test('the dialog shows the reason when joining is refused [COMP-09] [LAND-02]', async () => {
  const { screen, server } = await openPortal(`/?company_invite=${token}`);
  server.on(joinCompany, () => refuse('conflict', 'You already belong to a company. Leave it first.'));
  await screen.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click();
  await expect.element(screen.getByText('You already belong to a company. Leave it first.')).toBeVisible();
});

test('an expired invitation shows a message to a signed-in user [LAND-02]', async () => {
  const { screen } = await openPortal('/?company_invite=ended-long-ago');
  await expect.element(screen.getByText('This invitation is no longer active. Ask for a new one.')).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a user with an account is asked to join after signing in [AUTH-02] [LAND-02]', async () => {
  const { screen, history } = await openPortal(`/?company_invite=${token}`, { world: stranger });
  await screen.getByRole('tab', { name: 'Sign In' }).click();
  await fieldOf(screen, 'Email').fill('mia.novak@post.example');
  await fieldOf(screen, 'Password').fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Join Harbour Alarms' })).toBeVisible();
  expect(history.location.pathname).toBe('/user');
});

test('a user who joined by signing up is not asked to join again [AUTH-02] [AUTH-11]', async () => {
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

test.each([
  ['owner', true, /^This is the invitation link of Harbour Alarms, which you own\./],
  ['member', true, /^You are already an employee of Harbour Alarms\./],
  ['customer', true, /^You are already a customer of Harbour Alarms\./],
  ['member', false, /^You are an employee of Coast Security\. To join Harbour Alarms, first leave Coast Security/],
] as const)(
  'a link tells the %s of a company (of this one: %s) so [COMP-10]',
  async (relation, isSameCompany, words) => {
    const name = isSameCompany ? 'Harbour Alarms' : 'Coast Security';
    const signUp = { ...nobodySignsUp(), belongsTo: { name, relation, isSameCompany } };
    const { screen } = await openPortal(`/?company_invite=${token}`, { world: { person: sam, signUp } });
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByText(words)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Join', exact: true })).not.toBeInTheDocument();
    await dialog.getByText('Close', { exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  },
);
