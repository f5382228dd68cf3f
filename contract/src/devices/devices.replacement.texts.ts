/** Words of replacing a faulty tracker (IDEV-10). */
export const replacementTexts = {
  replace: 'Replace tracker',
  replaceOf: (device: string) => `Replace the tracker of ${device}`,
  title: (device: string) => `Replace the tracker of ${device}`,
  text: 'The new tracker takes the place of the faulty one.',
  moves: 'What moves',
  moving: {
    name: 'The name, and everything else that you see under it.',
    user: (user: string) => `The assignment to ${user}, who is told by e-mail.`,
    setup: 'Hub and SIM settings: they are sent to the new tracker as soon as it is online.',
  },
  stays: 'What stays',
  staying: {
    history: 'Positions and history stay readable under the old serial.',
    cutOff: 'The old tracker is cut off: it connects no longer.',
    access: 'Access to its location that somebody has now ends. It is asked for anew.',
  },
  newSerial: 'Serial of the new tracker',
  claimCode: 'Claim code',
  claimHint: 'It is printed on the label of the new tracker. Leave it empty where there is none.',

  replaced: (serial: string) => `${serial} has taken its place.`,
  setupQueued: 'Its settings are sent as soon as the device is online, and again until it has applied them.',
  failed: 'Replacement Failed',
  badge: 'Replaced',
  replacedBy: (serial: string) => `Replaced by ${serial}`,

  mayNotReplace: 'Only the installer who registered this device replaces it.',
  sameSerial: 'This is the serial of the tracker that is to be replaced.',
  alreadyReplaced: (serial: string) => `This tracker was replaced by ${serial}. Only its history is left.`,
  notGivenBack:
    'The last user of the new tracker has not given it back. Take another one, or ask them to give it back first.',

  /** What the old one is called from then on; its name moves. */
  oldName: (name: string) => `${name} (replaced)`,

  mailSubject: (device: string) => `${device} has a new tracker`,
  mailText: (mail: { device: string; by: string; company: string | null; old: string; serial: string; url: string }) =>
    `${mail.by}${mail.company === null ? '' : ` of ${mail.company}`} replaced the tracker of ${mail.device}: ${mail.serial} has taken the place of ${mail.old}.\n\nIts name, hub and SIM settings came along. What the old tracker recorded stays yours under ${mail.old}. Whoever could see where it was has to ask you anew.\n\n${mail.url}\n\nIf you did not expect this, ask your installer, or remove the device there.`,
} as const;
