import { signUpCode } from './auth.sign-up.rules.ts';
import { MINUTE_MS } from '../../kernel/time.ts';

/** Our own texts of the sign-in and sign-up screens, including the code step. */
export const entryTexts = {
  tabs: 'Sign in or sign up',
  product: 'Trace',
  hidePassword: 'Hide password',
  passwordNeeds: 'Password requirements',
  needMet: 'Met:',
  needOpen: 'Not met:',
  noCountry: 'No matching country',
  opensElsewhere: 'opens in a new tab',
  invitedBy: (company: string) =>
    `${company} has invited you to join. Sign up, or sign in if you already have an account.`,
  invitationUnchecked: 'The invitation could not be checked.',
  tryAgain: 'Try again',
  backToSignUp: 'Back to Sign Up',
  codeHint: `Enter the ${signUpCode.digits}-digit code. It expires after ${signUpCode.livesMs / MINUTE_MS} minutes.`,
  sendAgainIn: (seconds: number) => `You can resend the code in ${seconds} s`,
  keepAddress: 'Cancel',
  sendFailed: 'The code could not be sent. Please try again.',
  newAddress: 'Your email address',
} as const;
