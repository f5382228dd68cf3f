/** Words of the screen for those who are not signed in: what the parts of sign-up and reset do not say themselves. */
export const entryTexts = {
  tabs: 'Sign in or sign up',
  product: 'Trace',
  hidePassword: 'Hide password',
  passwordNeeds: 'What the password needs',
  needMet: 'Done:',
  needOpen: 'Missing:',
  noCountry: 'No country found',
  opensElsewhere: 'opens in a new tab',
  invitedBy: (company: string) => `${company} invites you. Sign up, or sign in if you have an account.`,
  invitationUnchecked: 'The invitation could not be checked.',
  tryAgain: 'Try again',
  backToSignUp: 'Back to Sign Up',
  codeHint: 'Eight digits. They work for 30 minutes.',
  sendAgainIn: (seconds: number) => `Send the code again in ${seconds} s`,
  keepAddress: 'Cancel',
  sendFailed: 'The code could not be sent. Please try again.',
  newAddress: 'Your e-mail address',
  /** Follows a refusal that passes by itself. */
  waitFor: (seconds: number) => {
    if (seconds < 60) return `You can try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
    const minutes = Math.ceil(seconds / 60);
    return `You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  },
} as const;
