/** Words of passkeys: in the settings, and as a way to sign in. */
export const passkeyTexts = {
  title: 'Passkeys',
  intro: 'Sign in with your fingerprint, your face or a security key instead of your password.',
  none: 'You have no passkey yet.',
  signIn: 'Sign in with a passkey',
  or: 'or',
  add: 'Add a passkey',
  added: 'Passkey added',
  addFailed: 'The passkey could not be added. Please try again.',
  addTitle: 'Name this passkey',
  addText: 'A name tells your passkeys apart. Your browser asks you for the rest.',
  name: 'Name',
  namePlaceholder: 'Phone, laptop, security key',
  nameMissing: 'Enter a name.',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renamed: 'Passkey renamed',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove this passkey?',
  removeText: (name: string) => `Nobody signs in with ${name} any more.`,
  removed: 'Passkey removed',
  save: 'Save',
  cancel: 'Cancel',
  created: (when: string) => `Added ${when}`,
  used: (when: string) => `last used ${when}`,
  neverUsed: 'never used',
  synced: 'Synced',
  unsupported: 'This browser cannot use passkeys at this address.',
  /** Also when the person has closed the browser's own dialog. */
  notDone: 'The passkey was not used. Please try again or sign in with your password.',
  wrong: 'This passkey does not open an account here.',
  known: 'This passkey is kept already.',
  tooMany: (most: number) => `You can keep up to ${most} passkeys.`,
} as const;

export const passkeyMails = {
  added: (name: string) => ({
    subject: 'A passkey was added to your account',
    text: `The passkey '${name}' can now open your account.\n\nIf it was not you, remove it in your settings, reset your password and contact support at once.`,
  }),
  removed: (name: string) => ({
    subject: 'A passkey was removed from your account',
    text: `The passkey '${name}' no longer opens your account.\n\nIf it was not you, reset your password and contact support at once.`,
  }),
} as const;
