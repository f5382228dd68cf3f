import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { acceptTerms, fillSignUp, signUpButton } from '#testing/fill-sign-up.ts';

async function openPrefix() {
  const opened = await openPortal('/sign-up', { world: { person: null } });
  const prefix = opened.screen.getByRole('combobox', { name: 'Country of the phone number' });
  await expect.element(prefix).toHaveValue('United States +1');
  return { ...opened, prefix };
}

test('the list has about 230 prefixes with country labels and no empty label [AUTH-06]', async () => {
  const { screen, prefix } = await openPrefix();
  await prefix.click();
  await expect.element(screen.getByRole('option').first()).toBeVisible();
  const labels = screen
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
  expect(labels.length).toBeGreaterThanOrEqual(230);
  expect(labels.length).toBeLessThanOrEqual(250);
  for (const label of labels) expect(label).toMatch(/\p{L}{2}.*\+\d{1,4}$/u);
  expect(labels).toContain('Uzbekistan+998');
});

test('typing finds the country, and the number is checked against that country [AUTH-06]', async () => {
  const { screen, server, prefix } = await openPrefix();
  await prefix.click();
  await userEvent.keyboard('austra');
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual(['Australia+61']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(prefix).toHaveValue('Australia +61');
  await fillSignUp(screen);
  await acceptTerms(screen);
  await signUpButton(screen).click();
  await expect.element(screen.getByText('Enter a valid phone number for the selected country.')).toBeVisible();
  await fillSignUp(screen, { 'Phone number': '0491 570 156' });
  await signUpButton(screen).click();
  await expect.element(screen.getByRole('heading', { name: 'Confirm Your Account' })).toBeVisible();
  expect(server.calls(signUp)[0]?.body).toMatchObject({ phone: { country: 'AU', number: '0491 570 156' } });
});

test('typing after a pause of a second starts a new search [AUTH-06]', async () => {
  const { screen, prefix } = await openPrefix();
  await prefix.click();
  await userEvent.keyboard('aust');
  await expect.element(prefix).toHaveValue('aust');
  const field = prefix.element() as HTMLInputElement;
  await expect.poll(() => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('aust');
  await userEvent.keyboard('new z');
  await expect.element(prefix).toHaveValue('new z');
  await expect.element(screen.getByRole('option', { name: /New Zealand/ })).toBeVisible();
});

test('a search without a match shows a message and keeps the chosen prefix [AUTH-06]', async () => {
  const { screen, prefix } = await openPrefix();
  await prefix.click();
  await userEvent.keyboard('🛰️');
  await expect.element(screen.getByText('No matching country')).toBeVisible();
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(prefix).toHaveValue('United States +1');
});
