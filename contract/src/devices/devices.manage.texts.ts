/** Own texts for renaming and removing a device. Texts quoted from the specification are in registrationTexts. */
export const manageTexts = {
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  nickname: 'Nickname',
  nicknameHint: 'Leave it empty to show the serial number.',
  save: 'Save',
  cancel: 'Cancel',

  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'The serial number can then be registered again. Until then, data from the device is not stored.',
  lost: 'What happens',
  losses: {
    sight: 'You will no longer see the device, its status or its positions.',
    positions: 'Its recorded positions will be deleted.',
    hub: 'Panic alerts from its hub will no longer reach Trace.',
    installer: (company: string) => `${company} will no longer be able to service it.`,
    user: (user: string) => `${user} will lose the device immediately and be notified by email.`,
    registration: 'Its name, hub link and SIM settings will be deleted.',
  },
  typeSerial: (serial: string) => `Type ${serial} to confirm`,
  removeDevice: 'Remove device',

  newClaimTitle: 'Write down the new claim code',
  newClaimOf: (serial: string) => `${serial} has been removed.`,
  copy: 'Copy code',
  copied: 'Claim code copied to clipboard!',
  copyFailed: 'Failed to copy the claim code to clipboard',
  written: "I've written it down",
} as const;
