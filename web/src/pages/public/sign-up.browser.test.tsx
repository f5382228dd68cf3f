import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { nobodyCertified } from '#testing/fake-server/devices/fake-server-certification.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { acceptTerms, ada, fieldOf, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';

const stranger = { person: null };
const certified = { ...stranger, certification: { ...nobodyCertified(), lookUp: 'yes' as const } };

const termsWords = 'Terms Required - Please accept the Terms and Conditions and Privacy Policy to continue.';
const certificationWords = 'Certification Required - Please verify your installer certification before signing up.';

test('the page shows the tabs Sign In and Sign Up, the title and the support staff link [AUTH-01]', async () => {
  const { screen, history } = await openPortal('/sign-in', { world: stranger });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Welcome to Trace' })).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Support staff login' }))
    .toHaveAttribute('href', '/support-login');
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(signUpButton(screen)).toBeVisible();
  expect(history.location.pathname).toBe('/sign-up');
});

test.each([
  ['/sign-up', 'User'],
  ['/sign-up?type=user', 'User'],
  ['/sign-up?type=installer', 'Installer'],
  ['/sign-up?type=staff', 'User'],
])('%s opens with the type %s [AUTH-05] [LAND-01]', async (address, type) => {
  const { screen } = await openPortal(address, { world: stranger });
  await expect.element(screen.getByRole('radio', { name: type })).toBeChecked();
});

test('sign-up sends the filled-in form and the time zone of the browser [AUTH-05] [AUTH-09]', async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await expect
    .element(screen.getByText('Account created! Please check your email for confirmation code.'))
    .toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Confirm Your Account' })).toBeVisible();
  expect(server.calls(signUp).map(({ body }) => body)).toEqual([
    {
      userType: 'user',
      firstName: 'Ada',
      lastName: 'Tan',
      email: 'ada.tan@post.example',
      phone: { country: 'US', number: '202 555 0123' },
      password: 'Harbour-2026',
      businessName: null,
      certificationNumber: null,
      companyInvite: null,
      acceptsTerms: true,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
});

test('an installer can sign up only with a verified certification [AUTH-05] [CERT-06] [AUTH-16]', async () => {
  const { screen, server } = await openPortal('/sign-up?type=installer', { world: certified });
  await fillSignUp(screen, { 'Business name': 'SparkFit Security' });
  await expect.element(screen.getByText(certificationWords)).toBeVisible();
  await acceptTerms(screen);
  await expect.element(signUpButton(screen)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(signUpButton(screen)).toHaveAccessibleDescription(certificationWords);
  await screen.getByRole('button', { name: 'Auto-Verify' }).click();
  await expect.element(screen.getByText('Certification Verified')).toBeVisible();
  await expect.element(signUpButton(screen)).not.toHaveAttribute('aria-disabled');
  await signUpButton(screen).click();
  await expect.element(screen.getByRole('heading', { name: 'Confirm Your Account' })).toBeVisible();
  expect(server.calls(signUp)[0]?.body).toMatchObject({ userType: 'installer', businessName: 'SparkFit Security' });
});

test('changing the name after verification disables the sign-up button again [CERT-06]', async () => {
  const { screen } = await openPortal('/sign-up?type=installer', { world: certified });
  await fillSignUp(screen, { 'Business name': 'SparkFit Security' });
  await acceptTerms(screen);
  await screen.getByRole('button', { name: 'Auto-Verify' }).click();
  await expect.element(signUpButton(screen)).not.toHaveAttribute('aria-disabled');
  await fieldOf(screen, 'Last name').fill('Somebody');
  await expect.element(screen.getByText(certificationWords)).toBeVisible();
});

test('the form sends no sign-up by button or Enter before the terms are accepted [AUTH-16] [AUTH-07]', async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  await fillSignUp(screen);
  await expect.element(screen.getByText(termsWords)).toBeVisible();
  await expect.element(signUpButton(screen)).toHaveAccessibleDescription(termsWords);
  await fieldOf(screen, 'Email').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('checkbox', { name: /I accept/ })).toHaveFocus();
  expect(server.calls(signUp)).toEqual([]);
  await userEvent.keyboard(' ');
  await expect.element(screen.getByText(termsWords)).not.toBeInTheDocument();
});

test('Terms and Privacy open in a new tab, so the form keeps its input [AUTH-07]', async () => {
  const { screen } = await openPortal('/sign-up', { world: stranger });
  const opened = (name: RegExp) => screen.getByRole('link', { name }).element();
  await expect.element(screen.getByRole('link', { name: /Terms and Conditions/ })).toHaveAttribute('href', '/terms');
  expect(opened(/Terms and Conditions/).getAttribute('target')).toBe('_blank');
  expect(opened(/Privacy Policy/).getAttribute('href')).toBe('/privacy');
  expect(opened(/Privacy Policy/).getAttribute('target')).toBe('_blank');
  expect(opened(/Privacy Policy/).getAttribute('rel')).toContain('noopener');
});

test('switching the type or tab keeps the form but clears the certification [AUTH-05] [CERT-01]', async () => {
  const { screen } = await openPortal('/sign-up?type=installer', { world: certified });
  await fillSignUp(screen, { 'Business name': 'SparkFit Security' });
  await screen.getByRole('button', { name: 'Auto-Verify' }).click();
  await expect.element(screen.getByText('Certification Verified')).toBeVisible();
  await screen.getByRole('radio', { name: 'User' }).click();
  await expect.element(fieldOf(screen, 'Business name')).not.toBeInTheDocument();
  await screen.getByRole('tab', { name: 'Sign In' }).click();
  await expect.element(screen.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await screen.getByRole('tab', { name: 'Sign Up' }).click();
  await screen.getByRole('radio', { name: 'Installer' }).click();
  await expect.element(fieldOf(screen, 'Business name')).toHaveValue('SparkFit Security');
  for (const [label, text] of Object.entries(ada)) await expect.element(fieldOf(screen, label)).toHaveValue(text);
  await expect.element(screen.getByText(certificationWords)).toBeVisible();
});

test('the password rules tick off while typing, and the password can be shown [AUTH-08]', async () => {
  const { screen } = await openPortal('/sign-up', { world: stranger });
  const password = fieldOf(screen, 'Password');
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  const met = () =>
    screen
      .getByRole('list', { name: 'Password requirements' })
      .getByRole('listitem')
      .elements()
      .filter((line) => line.querySelector('[aria-label="Met:"]'))
      .map((line) => line.textContent);
  await password.fill('harbour');
  await expect.poll(met).toEqual(['A lowercase letter']);
  await password.fill('Harbour-2026');
  await expect
    .poll(met)
    .toEqual(['At least 8 characters', 'A lowercase letter', 'An uppercase letter', 'A number', 'A special character']);
  await screen.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

const long = 'x'.repeat(300);
const bad: [keyof typeof ada, string, string][] = [
  ['First name', '', 'Enter your first name.'],
  ['First name', '   ', 'Enter your first name.'],
  ['First name', long, 'This is too long.'],
  ['Last name', '', 'Enter your last name.'],
  ['Last name', long, 'This is too long.'],
  ['Email', '', 'Enter your email address.'],
  ['Email', 'ada', 'Enter an email address, such as name@example.com.'],
  ['Email', 'javascript:alert(1)', 'Enter an email address, such as name@example.com.'],
  ['Email', '🛰️@post.example', 'Enter an email address, such as name@example.com.'],
  ['Email', `${long}@post.example`, 'Enter an email address, such as name@example.com.'],
  ['Phone number', '', 'Enter your phone number.'],
  ['Phone number', '12', 'Enter a valid phone number for the selected country.'],
  ['Phone number', '📞', 'Enter a valid phone number for the selected country.'],
  ['Phone number', '0491 570 156', 'Enter a valid phone number for the selected country.'],
  ['Phone number', '9'.repeat(300), 'Enter a valid phone number for the selected country.'],
  [
    'Password',
    '',
    'The password still needs: at least 8 characters, a lowercase letter, an uppercase letter, a number, a special character.',
  ],
  ['Password', 'harbour2026', 'The password still needs: an uppercase letter, a special character.'],
  ['Password', `${long}A1-`, 'The password is too long.'],
];

test('each field reports an invalid value and takes the focus [AUTH-05] [AUTH-06] [AUTH-08]', async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  await fillSignUp(screen);
  await acceptTerms(screen);
  for (const [label, text, words] of bad) {
    await fieldOf(screen, label).fill(text);
    await signUpButton(screen).click();
    await expect.element(fieldOf(screen, label)).toHaveFocus();
    await expect.element(fieldOf(screen, label)).toHaveAccessibleDescription(expect.stringContaining(words));
    await expect.element(screen.getByText(words)).toBeVisible();
    await fieldOf(screen, label).fill(ada[label]);
  }
  expect(server.calls(signUp)).toEqual([]);
});

test.each(['Zoë 🛰️', 'ליאור', 'javascript:alert(1)', "O'Brien-Smith", '王'])(
  'a person called %j can sign up [AUTH-05]',
  async (name) => {
    const { screen, server } = await openPortal('/sign-up', { world: stranger });
    await fillSignUp(screen, { 'First name': ` ${name} ` });
    await acceptTerms(screen);
    await signUpButton(screen).click();
    await expect.element(screen.getByRole('heading', { name: 'Confirm Your Account' })).toBeVisible();
    expect(server.calls(signUp)).toHaveLength(1);
  },
);

test('the field asks for a business name when an installer leaves the field blank [AUTH-05]', async () => {
  const { screen } = await openPortal('/sign-up?type=installer', { world: certified });
  await fillSignUp(screen, { 'Business name': '   ' });
  await acceptTerms(screen);
  await screen.getByRole('button', { name: 'Auto-Verify' }).click();
  await expect.element(signUpButton(screen)).not.toHaveAttribute('aria-disabled');
  await signUpButton(screen).click();
  await expect.element(screen.getByText('Enter your business name.')).toBeVisible();
  await expect.element(fieldOf(screen, 'Business name')).toHaveFocus();
});

test("a refusal shows 'Failed to sign up' under Error, the reason at its field, and keeps the form [AUTH-09]", async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  const words = 'This password is too common. Choose another one.';
  server.on(signUp, () => refuse('invalid_input', words, 'body.password'));
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  const toast = screen.getByRole('alert');
  await expect.element(toast.getByText('Error', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Failed to sign up', { exact: true })).toBeVisible();
  await expect.element(fieldOf(screen, 'Password')).toHaveAccessibleDescription(expect.stringContaining(words));
  await expect.element(fieldOf(screen, 'Password')).toHaveFocus();
  await expect.element(fieldOf(screen, 'Email')).toHaveValue(ada.Email);
});

test('the form asks for verification again when the server does not find the certification [AUTH-16] [CERT-06]', async () => {
  const { screen, server } = await openPortal('/sign-up?type=installer', { world: certified });
  server.on(signUp, () => refuse('invalid_input', certificationWords, 'body.certificationNumber'));
  await fillSignUp(screen, { 'Business name': 'SparkFit Security' });
  await acceptTerms(screen);
  await screen.getByRole('button', { name: 'Auto-Verify' }).click();
  await expect.element(signUpButton(screen)).not.toHaveAttribute('aria-disabled');
  await signUpButton(screen).click();
  await expect.element(screen.getByText(`Failed to sign up. ${certificationWords}`)).toBeVisible();
  await expect.element(signUpButton(screen)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByRole('button', { name: 'Auto-Verify' })).toBeVisible();
});

test('the message gives the waiting time after too many sign-up attempts [AUTH-13]', async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  const words = 'Too many sign-up attempts.';
  server.on(signUp, () => refuse('too_many_requests', words, undefined, 700));
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await expect.element(screen.getByText(`Failed to sign up. ${words} Try again in 12 minutes.`)).toBeVisible();
});

test('a double press sends a single sign-up, and an unreachable portal keeps the form [AUTH-09]', async () => {
  const { screen, server } = await openPortal('/sign-up', { world: stranger });
  await fillSignUp(screen);
  await acceptTerms(screen);
  server.setReachable(false);
  await signUpButton(screen).click();
  await expect.element(screen.getByText(/The portal cannot be reached/)).toBeVisible();
  server.setReachable(true);
  const button = signUpButton(screen).element() as HTMLButtonElement;
  await expect.element(signUpButton(screen)).toBeEnabled();
  button.click();
  button.click();
  await expect.element(screen.getByRole('heading', { name: 'Confirm Your Account' })).toBeVisible();
  expect(server.calls(signUp)).toHaveLength(1);
});
