/** Words of assigning, giving back, and of the devices of a company. */
export const assignmentTexts = {
  title: 'Assign Device',
  email: 'E-mail of the user',
  emailMissing: "Enter the user's e-mail address.",
  emailInvalid: 'This does not look like an e-mail address.',
  /** The same whether the address has an account or not. */
  assigned: (email: string) =>
    `The device is assigned to ${email}. They have been told by e-mail, and find it once they have signed in with this address.`,
  assignFailed: 'Failed to assign device',
  mayNotAssign: 'Only the installer who registered this device assigns it.',
  hasUser: 'This device has a user already. End the assignment first.',
  notGivenBack:
    "The last user of this device has not given it back. Ask them to, or enter the claim code of the device's label.",

  waiting: 'Waiting for sign-up',
  cancel: 'Cancel assignment',
  cancelled: 'The assignment is cancelled.',
  nothingWaits: 'No assignment of this device waits.',
  mayNotCancel: 'Only the installer who registered this device cancels the assignment.',

  end: 'End assignment',
  ended: 'The assignment has ended. Its user has been told.',
  noUser: 'This device has no user.',
  mayNotEnd: 'Only its user and the installer who registered this device end the assignment.',

  giveBack: 'Give back',
  giveBackTitle: 'Give this device back?',
  giveBackNext: (installer: string) =>
    `You no longer see it, and ${installer} may see where it is until somebody else uses it. What it has recorded while it was yours stays hidden.`,

  claimMissing: "Enter the claim code of the device's label.",
  claimShown: 'The claim code fits. The device can be located and assigned again.',
  claimNotNeeded: 'This device needs no claim code now.',

  // Devices of a company
  unknownName: 'Unknown',
  mayNotHandOver: 'Only the owner of the company may do this.',
  stillActive: 'This person belongs to the company and services its devices.',
  notActive: 'Choose somebody who belongs to the company and services its devices.',
  handedOver: (devices: number) => `${devices} ${devices === 1 ? 'device was' : 'devices were'} handed over.`,
  brought: (devices: number) => `${devices} ${devices === 1 ? 'device belongs' : 'devices belong'} to the company now.`,

  // Mails. The first goes to an address that nobody may have confirmed: it says nothing of the device.
  assignedMailSubject: 'A device is assigned to you',
  assignedMailText: (mail: { installer: string; company: string | null; url: string }) =>
    `${mail.installer}${mail.company === null ? '' : ` of ${mail.company}`} assigned a GPS device to you.\n\nSign in with this e-mail address, or sign up with it, and you find the device under My Devices:\n${mail.url}\n\nIf you did not expect this, ignore this mail, or give the device back under Manage Devices.`,
  endedMailSubject: (device: string) => `${device} is no longer assigned to you`,
  endedMailText: (mail: { device: string; by: string; url: string }) =>
    `${mail.by} ended the assignment of ${mail.device}. You no longer see it.\n\nNobody sees where it is before you say that you have given it back, or somebody shows the code that is printed on it. If you have returned it, give it back here:\n${mail.url}\n\nIf you still have it and did not expect this, ask for support there.`,
  newPartyMailSubject: 'Somebody else looks after your device now',
  newPartyMailText: (mail: { devices: string; party: string; url: string }) =>
    `${mail.party} looks after ${mail.devices} now. They see how it is and service it. They see where it is only if you say so.\n\n${mail.url}`,
} as const;
