import { userEvent } from 'vitest/browser';
import type { openPortal } from './fake-server/fake-server-portal.tsx';

type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

export const ada = {
  'First name': 'Ada',
  'Last name': 'Tan',
  Email: 'ada.tan@post.example',
  'Phone number': '202 555 0123',
  Password: 'Harbour-2026',
};

export type SignUpFill = Partial<Record<keyof typeof ada | 'Business name', string>>;

export const fieldOf = (screen: Screen, label: string) => screen.getByRole('textbox', { name: label, exact: true });

/** Fills the sign-up form with Ada's details. `change` replaces single values, and `''` leaves a field empty. */
export async function fillSignUp(screen: Screen, change: SignUpFill = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...ada, ...change })) {
    const field = fieldOf(screen, label);
    if (text === '') await userEvent.clear(field);
    else await field.fill(text);
  }
}

export const acceptTerms = (screen: Screen) => screen.getByRole('checkbox', { name: /I accept/ }).click();

export const signUpButton = (screen: Screen) => screen.getByRole('button', { name: 'Sign Up', exact: true });
