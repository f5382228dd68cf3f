/** Words of assigning, giving back, and of the devices of a company. */
export const assignmentTexts = {
  title: 'Assign Device',
  email: "User's email",
  emailMissing: "Enter the user's email address.",
  emailInvalid: 'Enter an email address, such as name@example.com.',
  /** The same whether the address has an account or not. */
  assigned: (email: string) =>
    `Device assigned to ${email}. We have sent them an email. They will see the device when they sign in with this address.`,
  assignFailed: 'Failed to assign device',
  mayNotAssign: 'Only the installer who registered this device can assign it.',
  hasUser: 'This device already has a user. End the assignment first.',
  notGivenBack:
    "The previous user has not given this device back. Ask them to, or enter the claim code on the device's label.",

  cancel: 'Cancel assignment',
  cancelled: 'Assignment cancelled.',
  nothingWaits: 'This device has no pending assignment.',
  mayNotCancel: 'Only the installer who registered this device can cancel the assignment.',

  end: 'End assignment',
  ended: 'Assignment ended. The user has been notified.',
  noUser: 'This device has no user.',
  mayNotEnd: 'Only the user or the installer who registered this device can end the assignment.',

  giveBack: 'Give back',
  giveBackTitle: (device: string) => `Give ${device} back?`,
  giveBackNext: (installer: string) =>
    `You will no longer see it. Until it has a new user, ${installer} can see its location. Your location history stays hidden. A linked hub will be unlinked.`,

  claimMissing: "Enter the claim code on the device's label.",
  claimShown: 'Claim code accepted. You can locate and assign the device again.',
  claimNotNeeded: 'This device does not need a claim code right now.',

  // Devices of a company
  unknownName: 'Unknown',
  stillActive: "This person is still a member who services the company's devices.",
  notActive: "Choose a member who services the company's devices.",
  handedOver: (devices: number) => `${devices} ${devices === 1 ? 'device was' : 'devices were'} reassigned.`,
  brought: (devices: number) =>
    `${devices} ${devices === 1 ? 'device now belongs' : 'devices now belong'} to the company.`,

  // Mails. The first mail goes to a possibly unconfirmed address, so the mail does not describe the device.
  assignedMailSubject: 'A device has been assigned to you',
  assignedMailText: (mail: { installer: string; company: string | null; url: string }) =>
    `${mail.installer}${mail.company === null ? '' : ` of ${mail.company}`} assigned a GPS device to you.\n\nSign in with this email address, or sign up with it, to see the device under My Devices:\n${mail.url}\n\nIf you did not expect this, ignore this email or give the device back under Manage Devices.`,
  endedMailSubject: (device: string) => `${device} is no longer assigned to you`,
  endedMailText: (mail: { device: string; by: string; url: string }) =>
    `${mail.by} ended the assignment of ${mail.device}. You can no longer see it in Trace. If your alarm hub was linked to it, the hub's alarms no longer reach Trace.\n\nNo one can see its location until you confirm that you gave it back, or someone enters the claim code printed on it. If you have returned it, confirm it here:\n${mail.url}\n\nIf you still have the device and did not expect this, ask for support in Trace.`,
  newPartyMailSubject: 'Your device has a new service contact',
  newPartyMailText: (mail: { devices: string; party: string; url: string }) =>
    `${mail.party} now looks after ${mail.devices}. They can see the status, but they can see the location only if you allow it.\n\nView your devices:\n${mail.url}`,
} as const;
