/** Own texts for renaming and removing a device. Texts quoted from the specification are in registrationTexts. */
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
  removeText: 'The serial number can then be registered again. Until then, data from the device is not stored.',
  lost: 'What happens',
  losses: {
    sight: 'You can no longer see the device, its status or its positions.',
    hub: 'Panic alerts from its hub no longer reach Trace.',
    installer: (company: string) => `${company} can no longer service it.`,
    user: (user: string) => `${user} loses the device immediately and is notified by email.`,
    registration: 'Its name, hub link and SIM settings are deleted.',
  },
  kept: 'Stored positions are kept as described in the Privacy Policy.',
  typeSerial: (serial: string) => `Type ${serial} to confirm`,
  removeDevice: 'Remove device',

  newClaimTitle: 'Write down the new claim code',
  newClaimOf: (serial: string) => `${serial} has been removed.`,
  copy: 'Copy code',
  copied: 'Claim code copied to clipboard!',
  copyFailed: 'Failed to copy the claim code to clipboard',
  written: 'I have written it down',
} as const;
