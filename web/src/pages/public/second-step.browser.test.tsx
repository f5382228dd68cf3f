import { done } from '@trace/contract/kernel/endpoint';
import { startPasskeySignIn } from '@trace/contract/auth/factors/auth.passkeys.api';
import { signIn } from '@trace/contract/auth/auth.api';
import { askRemoval, cancelRemoval, signInSecondStep } from '@trace/contract/auth/factors/auth.second-factor.api';
import type { NextStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { factorCodes, factorKey, rightFactorCode } from '#testing/fake-server/people/fake-server-factors.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const askForCode: NextStep = { step: 'code', removal: null };

interface Options {
  next?: NextStep;
  scheme?: 'light' | 'dark';
}

/** Opens the sign-in page after a correct password for a user with a second factor. */
async function openStep({ next = askForCode, scheme = 'light' }: Options = {}) {
  const portal = await openPortal('/sign-in', { world: { person: null }, scheme });
  const { server, screen } = portal;
  server.on(signIn, () => ({ secondFactor: next }));
  server.on(signInSecondStep, ({ body }) => {
    if ('code' in body && body.code !== rightFactorCode)
      return refuse('wrong_credentials', secondFactorTexts.wrongCode, 'body.code');
    portal.world.person = mia;
    return { person: mia, recoveryCodes: next.step === 'set_up' ? factorCodes : null };
  });
  await screen.getByRole('textbox', { name: 'Email' }).fill(mia.email);
  await screen.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Sign In', exact: true }).click();
  return portal;
}

test('a right password asks for the code, accepts a code pasted with a space, and opens the own area [AUTH-15]', async () => {
  const { screen, server } = await openStep();
  const code = screen.getByRole('textbox', { name: 'Code' });
  await expect.element(code).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Forgot password?' }).elements()).toEqual([]);
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Enter the 6-digit code.')).toBeVisible();
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('This code is incorrect or has already been used.')).toBeVisible();
  await expect.element(code).toHaveFocus();
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('user Dashboard')).toBeVisible();
  expect(server.calls(signInSecondStep).map(({ body }) => body)).toEqual([
    { code: '000000' },
    { code: rightFactorCode },
  ]);
});

test('a recovery code replaces the code of the second factor [AUTH-18]', async () => {
  const { screen, server } = await openStep();
  await screen.getByRole('button', { name: 'Use a recovery code instead' }).click();
  const field = screen.getByRole('textbox', { name: 'Recovery code' });
  await expect.element(field).toHaveFocus();
  await field.fill(' 7kmnp-q4rst ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('user Dashboard')).toBeVisible();
  expect(server.calls(signInSecondStep)[0]!.body).toEqual({ recoveryCode: '7kmnp-q4rst' });
});

test('an expired second step returns to the password with a message [AUTH-15]', async () => {
  const { screen, server } = await openStep();
  server.on(signInSecondStep, () => refuse('gone', secondFactorTexts.stepOver));
  await screen.getByRole('textbox', { name: 'Code' }).fill(rightFactorCode);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('This took too long. Please enter your password again.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Password' })).toBeVisible();
});

test('a user without phone and recovery codes requests removal and reads the effective time [AUTH-18]', async () => {
  const { screen, server } = await openStep();
  const removal = {
    askedAt: '2026-11-20T01:00:00.000Z',
    effectiveAt: '2026-11-21T01:00:00.000Z',
    isApproved: false,
  };
  server.on(askRemoval, () => ({ removal }));
  await screen.getByRole('button', { name: "I've lost my phone and my recovery codes" }).click();
  await expect.element(screen.getByText(/It stays on for at least 24 hours after your request/)).toBeVisible();
  await screen.getByRole('button', { name: 'Request removal' }).click();
  await expect.element(screen.getByText('Request sent to support')).toBeVisible();
  await expect.element(screen.getByText(/If support approves it, .* from .*2026/)).toBeVisible();
  expect(server.calls(askRemoval)).toHaveLength(1);
});

test('the step shows a pending removal request unasked [AUTH-18]', async () => {
  const removal = { askedAt: '2026-11-20T01:00:00.000Z', effectiveAt: '2026-11-21T01:00:00.000Z', isApproved: true };
  const { screen } = await openStep({ next: { step: 'code', removal } });
  await expect.element(screen.getByText(/Support approved it\. You can sign in/)).toBeVisible();
});

test('an account that requires two-step sign-in sets up the factor and saves recovery codes while signing in [AUTH-15]', async () => {
  const setUp = { key: factorKey, uri: 'otpauth://totp/Trace:mia' };
  const { screen } = await openStep({ next: { step: 'set_up', setUp } });
  await expect
    .element(screen.getByText('Your account requires two-step sign-in. Set it up to continue.'))
    .toBeVisible();
  await screen.getByRole('textbox', { name: 'Code' }).fill(rightFactorCode);
  await userEvent.keyboard('{Enter}');
  const codes = screen.getByRole('list', { name: 'Your recovery codes' });
  await expect.element(codes.getByRole('listitem').first()).toHaveTextContent(factorCodes[0]);
  await screen.getByRole('button', { name: "I've saved them" }).click();
  await expect.element(screen.getByText('user Dashboard')).toBeVisible();
});

test('an unfinished passkey sign-in shows a message and keeps the form [AUTH-15]', async () => {
  const { screen, server } = await openPortal('/sign-in', { world: { person: null } });
  server.on(startPasskeySignIn, () => ({
    options: {
      challenge: 'AAAA',
      rpId: 'elsewhere.example',
      timeout: 1_000,
      userVerification: 'required' as const,
      allowCredentials: [],
    },
  }));
  await screen.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect.element(screen.getByText(/Passkey sign-in did not finish\. Try/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('an emailed link without its token says that it is incomplete [AUTH-18]', async () => {
  const { screen } = await openPortal('/keep-second-step', { world: { person: null } });
  await expect.element(screen.getByRole('alert').getByText(/^This link is incomplete/)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('the emailed link cancels only by its button, and the token leaves the address [AUTH-18]', async () => {
  const { screen, server, history } = await openPortal('/keep-second-step#token-1', { world: { person: null } });
  server.on(cancelRemoval, ({ body }) =>
    body.token === 'token-1' ? done : refuse('not_found', secondFactorTexts.cancelUnknown),
  );
  await expect.element(screen.getByRole('heading', { name: 'Keep two-step sign-in' })).toBeVisible();
  expect(history.location.href).toBe('/keep-second-step');
  expect(server.calls(cancelRemoval)).toEqual([]);
  await screen.getByRole('button', { name: 'Cancel the request' }).click();
  await expect.element(screen.getByText('Request cancelled. Two-step sign-in stays on.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['dark', 390],
] as const)('axe reports no violations at the second step (%s, %i) [AUTH-15]', async (scheme, width) => {
  await page.viewport(width, 900);
  const { screen } = await openStep({ scheme });
  await screen.getByRole('button', { name: "I've lost my phone and my recovery codes" }).click();
  expect(await axeFindings()).toEqual([]);
});
