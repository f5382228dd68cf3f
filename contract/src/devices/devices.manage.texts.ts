/** Our own words of renaming and removing a device; those that the spec quotes stand in registrationTexts. */
export const manageTexts = {
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  renameTitle: (name: string) => `Rename ${name}`,
  nickname: 'Nickname',
  nicknameHint: 'Leave it empty to show the serial.',
  save: 'Save',
  cancel: 'Cancel',

  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'The serial can then be registered again. Until that is done, nothing that the device sends is stored.',
  lost: 'What is lost',
  losses: {
    sight: 'You no longer see the device, its status and its positions.',
    hub: 'A press of the panic button on its hub no longer arrives here.',
    installer: (company: string) => `${company} can no longer service it.`,
    user: (user: string) => `${user} loses the device at once and is told by e-mail.`,
    registration: 'Its name, hub and SIM settings end with its registration.',
  },
  kept: 'Positions that were stored are kept as the privacy policy says.',
  typeSerial: (serial: string) => `Type ${serial} to confirm`,
  removeDevice: 'Remove device',

  newClaimTitle: 'Write down the new claim code',
  newClaimOf: (serial: string) => `${serial} is removed.`,
  copy: 'Copy code',
  copied: 'Claim code copied to clipboard!',
  copyFailed: 'Failed to copy the claim code to clipboard',
  written: 'I have written it down',
} as const;
