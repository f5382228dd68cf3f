/** Words of the dialog that asks for a fresh proof. */
export const proofTexts = {
  title: "Confirm it's you",
  text: 'To protect your account, confirm this change with your password or a passkey.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  withPasskey: 'Use a passkey',
  wrong: 'That is incorrect. Please try again.',
  codeNeeded: 'Also enter the code from your authenticator app.',
  failed: 'We could not verify this. Please try again.',
} as const;
