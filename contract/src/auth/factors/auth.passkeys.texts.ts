import { passkeyLimits } from './auth.passkeys.rules.ts';

/** Words of passkeys: in the settings, and as a way to sign in. */
export const passkeyTexts = {
  title: 'Passkeys',
  intro: 'Sign in with your fingerprint, your face or a security key instead of your password.',
  none: "You don't have a passkey yet.",
  signIn: 'Sign in with a passkey',
  or: 'or',
  add: 'Add a passkey',
  added: 'Passkey added',
  addFailed: 'The passkey could not be added. Please try again.',
  addTitle: 'Name this passkey',
  addText: 'Choose a name you will recognise. Your browser guides you through the rest.',
  name: 'Name',
  namePlaceholder: 'Phone, laptop, security key',
  nameMissing: 'Enter a name.',
  nameTooLong: `A name can have up to ${passkeyLimits.nameMaxLength} characters.`,
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renamed: 'Passkey renamed',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove this passkey?',
  removeText: (name: string) => `You will no longer be able to sign in with ${name}.`,
  removed: 'Passkey removed',
  save: 'Save',
  cancel: 'Cancel',
  created: (when: string) => `Added ${when}`,
  used: (when: string) => `last used ${when}`,
  neverUsed: 'never used',
  synced: 'Synced',
  unsupported: 'This browser cannot use passkeys at this address.',
  /** Also when the person has closed the browser's own dialog. */
  notDone: 'Passkey sign-in did not finish. Try again, or sign in with your password.',
  wrong: 'This passkey is not linked to a Trace account.',
  known: 'You have already added this passkey.',
  tooMany: (most: number) => `You can have up to ${most} passkeys.`,
} as const;

export const passkeyMails = {
  /** In each email about a new password. */
  stay: 'Passkeys still work. Remove each passkey that you do not know in your settings.',
  added: (name: string) => ({
    subject: 'A passkey was added to your account',
    text: `The passkey "${name}" can now be used to sign in to your Trace account.\n\nIf this wasn't you, remove it in your settings, reset your password and contact support immediately.`,
  }),
  removed: (name: string) => ({
    subject: 'A passkey was removed from your account',
    text: `The passkey "${name}" can no longer be used to sign in to your Trace account.\n\nIf this wasn't you, reset your password and contact support immediately.`,
  }),
} as const;
