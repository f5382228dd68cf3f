/** Words of replacing a faulty tracker (IDEV-10). */
export const replacementTexts = {
  replace: 'Replace tracker',
  title: (device: string) => `Replace the tracker of ${device}`,
  text: 'The new tracker takes the place of the faulty one.',
  moves: 'What moves',
  moving: {
    name: 'The name and everything shown under it.',
    user: (user: string) => `The assignment to ${user}, who is notified by email.`,
    setup: 'Hub and SIM settings. They will be sent to the new tracker as soon as it is online.',
  },
  stays: 'What stays',
  staying: {
    history: 'Positions and history stay available under the old serial number.',
    cutOff: 'The old tracker can no longer connect.',
    access: 'Current access to its location ends and has to be requested again.',
  },
  newSerial: 'Serial of the new tracker',
  claimCode: 'Claim code',
  claimHint: 'It is printed on the label of the new tracker. Leave it empty if there is none.',

  replaced: (serial: string) => `Tracker replaced by ${serial}.`,
  setupQueued: 'The settings will be sent as soon as the device is online, and again until it applies them.',
  failed: 'Replacement Failed',
  replacedBy: (serial: string) => `Replaced by ${serial}`,

  mayNotReplace: 'Only the installer who registered this device can replace it.',
  sameSerial: 'This is the serial number of the tracker you are replacing.',
  alreadyReplaced: (serial: string) => `This tracker was replaced by ${serial}. Only its history is left.`,
  notGivenBack:
    'The previous user of the new tracker has not given it back. Use another tracker, or ask them to give it back first.',

  /** The new name of the replaced device. The old name moves to the replacement. */
  oldName: (name: string) => `${name} (replaced)`,

  mailSubject: (device: string) => `${device} has a new tracker`,
  mailText: (mail: { device: string; by: string; company: string | null; old: string; serial: string; url: string }) =>
    `${mail.by}${mail.company === null ? '' : ` of ${mail.company}`} replaced the tracker of ${mail.device}: ${mail.serial} now replaces ${mail.old}.\n\nIts name, hub and SIM settings moved to the new tracker. Positions from the old tracker stay yours under ${mail.old}. Anyone who had access to its location has to ask you again.\n\nView your devices:\n${mail.url}\n\nIf you did not expect this, ask your installer, or remove the device there.`,
} as const;
