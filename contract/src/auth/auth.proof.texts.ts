/** Words of the dialog that asks for a fresh proof. */
export const proofTexts = {
  title: 'Confirm that it is you',
  text: 'This needs your password or a passkey, because it cannot be undone or changes who can use your account.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  withPasskey: 'Use a passkey',
  or: 'or',
  wrong: 'This is not right. Please try again.',
  codeNeeded: 'Enter the code of your authenticator app too.',
  failed: 'This could not be checked. Please try again.',
} as const;
