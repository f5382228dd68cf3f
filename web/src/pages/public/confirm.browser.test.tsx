import { signIn } from '@trace/contract/auth/auth.api';
import { confirmSignUp, correctSignUpEmail, resendSignUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { acceptTerms, ada, fieldOf, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function openConfirm() {
  const opened = await openPortal('/sign-up', { world: { person: null } });
  const { screen } = opened;
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Confirm Your Account' })).toBeVisible();
  return {
    ...opened,
    code: fieldOf(screen, 'Confirmation code'),
    button: screen.getByRole('button', { name: 'Confirm Account' }),
  };
}

test('the right code confirms the account and opens Sign In with the email filled in [AUTH-10]', async () => {
  const { screen, server, history, code } = await openConfirm();
  await expect.element(screen.getByText('We sent a code to ada.tan@post.example.')).toBeVisible();
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await userEvent.keyboard('2026 4711{Enter}');
  await expect.element(screen.getByText('Account confirmed! Please sign in.')).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
  await expect.element(fieldOf(screen, 'Email')).toHaveValue('ada.tan@post.example');
  expect(history.location.pathname).toBe('/sign-in');
  expect(server.calls(confirmSignUp).map(({ body }) => body)).toEqual([{ code: '20264711' }]);
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(fieldOf(screen, 'Password')).toHaveValue('');
});

test.each([
  ['', 'Enter the code from the email.'],
  ['   ', 'Enter the code from the email.'],
  ['00000000', 'This code is incorrect. Check your latest email.'],
  ['🛰️', 'This code is incorrect. Check your latest email.'],
  ['javascript:', 'This code is incorrect. Check your latest email.'],
])('the field reports the problem with the code %j and keeps the focus [AUTH-10]', async (typed, words) => {
  const { screen, code, button } = await openConfirm();
  await code.fill(typed);
  await button.click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(code).toHaveFocus();
});

test.each([
  [refuse('invalid_input', 'This code no longer works. Request a new one.', 'body.code'), /This code no longer works/],
  [
    refuse('gone', 'This sign-up is already confirmed or has expired. Sign in, or sign up again.'),
    /already confirmed or has expired\. Sign in/,
  ],
  [
    refuse('too_many_requests', 'Too many confirmation attempts.', undefined, 45),
    'Too many confirmation attempts. Try again in 45 s.',
  ],
])(
  "a refused code shows 'Failed to confirm account' with the reason (%#) [AUTH-10] [AUTH-13]",
  async (refusal, words) => {
    const { screen, server, code, button } = await openConfirm();
    server.on(confirmSignUp, () => refusal);
    await code.fill('12345678');
    await button.click();
    await expect.element(screen.getByText('Failed to confirm account')).toBeVisible();
    await expect.element(screen.getByText(words)).toBeVisible();
  },
);

test('the code can be resent once the previous email had time to arrive [AUTH-10]', async () => {
  const { screen, server } = await openConfirm();
  const waiting = screen.getByRole('button', { name: /^You can resend the code in \d+ s$/ });
  await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
  (waiting.element() as HTMLButtonElement).click();
  expect(server.calls(resendSignUpCode)).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect
    .element(screen.getByText('A new code is on its way to ada.tan@post.example. Earlier codes no longer work.'))
    .toBeVisible();
  expect(server.calls(resendSignUpCode)).toHaveLength(1);
  await expect.element(waiting).toBeVisible();
});

test('a corrected email address receives the code [AUTH-10]', async () => {
  const { screen, server } = await openConfirm();
  await screen.getByRole('button', { name: 'Change address' }).click();
  const address = fieldOf(screen, 'Your email address');
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveValue('ada.tan@post.example');
  await address.fill('not an address');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await address.fill('ada@right.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('We sent a code to ada@right.example.')).toBeVisible();
  expect(server.calls(correctSignUpEmail).map(({ body }) => body)).toEqual([{ email: 'ada@right.example' }]);
});

test('going back to Sign Up keeps the filled-in form [AUTH-10]', async () => {
  const { screen } = await openConfirm();
  await screen.getByRole('button', { name: 'Back to Sign Up' }).click();
  for (const [label, text] of Object.entries(ada)) await expect.element(fieldOf(screen, label)).toHaveValue(text);
});

test('signing in to an unconfirmed account asks for the code [AUTH-10]', async () => {
  const { screen, server } = await openPortal('/user', { world: { person: null } });
  const words = 'This account is not confirmed yet. Enter the code from the email.';
  server.on(signIn, () => refuse('unconfirmed', words));
  await fieldOf(screen, 'Email').fill('ada.tan@post.example');
  await fieldOf(screen, 'Password').fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByText('We sent a code to ada.tan@post.example.')).toBeVisible();
  await expect.element(fieldOf(screen, 'Confirmation code')).toHaveFocus();
});

test('a confirmation in another tab leads this tab to Sign In with the right words [AUTH-10]', async () => {
  const { screen, server, code } = await openConfirm();
  await expect.element(code).toBeVisible();
  const otherTab = new BroadcastChannel('trace-sign-up');
  otherTab.postMessage('someone.else@post.example');
  otherTab.postMessage('ada.tan@post.example');
  await expect.element(screen.getByText('Account confirmed! Please sign in.')).toBeVisible();
  await expect.element(fieldOf(screen, 'Email')).toHaveValue('ada.tan@post.example');
  expect(server.calls(confirmSignUp)).toEqual([]);
  otherTab.close();
});

test('on a phone the toasts of quick steps cover no title, field or reason [AUTH-10] [UDASH-12]', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const { screen, code, button } = await openConfirm();
  showToast({ about: 'certification', title: 'Certification Verified', text: 'You can sign up.', tone: 'done' });
  showToast({ about: 'code', text: 'A new code was sent to ada.tan@post.example.', tone: 'done' });
  await code.fill('00000000');
  await button.click();
  const reason = screen.getByText('This code is incorrect. Check your latest email.');
  await expect.element(reason).toBeVisible();
  await expect.element(screen.getByText('Certification Verified')).not.toBeVisible();
  const toast = screen.getByText('A new code was sent to ada.tan@post.example.');
  await expect.element(toast).toBeVisible();
  const { bottom } = toast.element().getBoundingClientRect();
  const title = screen.getByRole('heading', { level: 1, name: 'Confirm Your Account' });
  for (const other of [title, code, reason, button])
    expect(bottom).toBeLessThanOrEqual(other.element().getBoundingClientRect().top);
});
