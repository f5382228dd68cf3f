import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { fieldOf } from '#testing/fill-sign-up.ts';
import { mia } from '#testing/fake-server/fake-server-world.ts';

const stranger = { person: null };
const link = '/reset-password#reset-link-that-works';

async function openForgotten() {
  const opened = await openPortal('/sign-in', { world: stranger });
  await opened.screen.getByRole('button', { name: 'Forgot password?' }).click();
  await expect.element(opened.screen.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  await expect.element(fieldOf(opened.screen, 'Email')).toHaveFocus();
  return opened;
}

test('a request for a reset link gets an answer that does not reveal whether the account exists [AUTH-12]', async () => {
  const { screen, server } = await openForgotten();
  await fieldOf(screen, 'Email').fill(' nobody@post.example ');
  await screen.getByRole('button', { name: 'Send link' }).click();
  await expect
    .element(
      screen.getByText('If an account exists for this address, a link is on its way. It expires after 30 minutes.'),
    )
    .toBeVisible();
  expect(server.calls(requestReset).map(({ body }) => body)).toEqual([{ email: 'nobody@post.example' }]);
  await screen.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect.element(screen.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('the form refuses an invalid email address [AUTH-12]', async () => {
  const { screen, server } = await openForgotten();
  for (const typed of ['', '   ', 'ada', `${'x'.repeat(300)}@post.example`, '🛰️', 'javascript:alert(1)']) {
    await fieldOf(screen, 'Email').fill(typed);
    await screen.getByRole('button', { name: 'Send link' }).click();
    await expect.element(fieldOf(screen, 'Email')).toHaveFocus();
    await expect.element(screen.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  }
  expect(server.calls(requestReset)).toEqual([]);
});

test('a request above the limit for reset links shows the waiting time [AUTH-13]', async () => {
  const { screen, server } = await openForgotten();
  server.on(requestReset, () => refuse('too_many_requests', 'Too many reset links requested.', undefined, 60));
  await fieldOf(screen, 'Email').fill('ada@post.example');
  await screen.getByRole('button', { name: 'Send link' }).click();
  await expect.element(screen.getByText('Too many reset links requested. Try again in 60 s.')).toBeVisible();
});

test('the link is removed from the address, sets a new password and leads to Sign In [AUTH-12]', async () => {
  const { screen, server, history } = await openPortal(link, { world: stranger });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  expect(history.location.href).toBe('/reset-password');
  await fieldOf(screen, 'New password').fill('harbour');
  await screen.getByRole('button', { name: 'Save password' }).click();
  await expect.element(screen.getByText(/The password still needs: at least 8 characters/)).toBeVisible();
  await expect.element(fieldOf(screen, 'New password')).toHaveFocus();
  await fieldOf(screen, 'New password').fill('Harbour-2027');
  await screen.getByRole('button', { name: 'Save password' }).click();
  await expect.element(screen.getByText('Your password has been changed. Please sign in.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  expect(history.location.pathname).toBe('/sign-in');
  expect(server.calls(resetPassword).map(({ body }) => body)).toEqual([
    { token: 'reset-link-that-works', password: 'Harbour-2027' },
  ]);
});

test('a browser that is signed in to another account stays signed in [AUTH-12]', async () => {
  const { screen, history } = await openPortal(link);
  await fieldOf(screen, 'New password').fill('Harbour-2027');
  await screen.getByRole('button', { name: 'Save password' }).click();
  await expect
    .element(screen.getByText(`The password has been changed. You are still signed in as ${mia.email}.`))
    .toBeVisible();
  expect(history.location.pathname).toBe('/user');
  expect(screen.getByText(/session has ended/).elements()).toEqual([]);
});

test('the password field shows the reason when the server refuses the password [AUTH-12]', async () => {
  const { screen, server } = await openPortal(link, { world: stranger });
  const words = 'This password is too common. Choose another one.';
  server.on(resetPassword, () => refuse('invalid_input', words, 'body.password'));
  await fieldOf(screen, 'New password').fill('Password-1');
  await screen.getByRole('button', { name: 'Save password' }).click();
  await expect.element(fieldOf(screen, 'New password')).toHaveAccessibleDescription(expect.stringContaining(words));
});

test.each([
  '/reset-password',
  '/reset-password#used-before',
  '/reset-password#🛰️',
  `/reset-password#${'x'.repeat(300)}`,
])('the expired link %s shows that the link no longer works [AUTH-12]', async (address) => {
  const { screen } = await openPortal(address, { world: stranger });
  const password = fieldOf(screen, 'New password');
  await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  if (address.includes('#')) {
    await password.fill('Harbour-2027');
    await screen.getByRole('button', { name: 'Save password' }).click();
  }
  await expect
    .element(screen.getByText('This link no longer works. Request a new one.', { exact: true }).first())
    .toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await screen.getByRole('link', { name: 'Request a new link' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  await expect.element(fieldOf(screen, 'Email')).toHaveFocus();
});
