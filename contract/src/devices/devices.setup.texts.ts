/** Our own words of the setup page's device and name; those that the spec quotes stand in registrationTexts. */
export const setupTexts = {
  context: 'The device is checked against the registry before anything is saved',

  // Device
  device: 'Device',
  deviceHint: 'Serial and claim code are on the label. The serial should begin with Trace_.',
  serial: 'Serial number',
  claimCode: 'Claim code',
  verify: 'Verify',
  verifying: 'Checking the registry...',
  edit: 'Edit',
  verified: 'Verified',
  isFree: 'In the device registry, not registered to anyone.',
  needsClaim: 'Registering it needs the claim code on its label.',
  nextAttempt: (seconds: number) => `Next attempt in ${seconds} s`,
  attemptNow: 'Attempt under way',
  attempts: 'Attempts',
  stopWaiting: 'Cancel',
  stopped: 'The device was not waited for any longer.',

  // Scanning
  scan: 'Scan label',
  scanTitle: 'Scan the label',
  scanHint: 'Hold the QR code of the label in front of the camera.',
  scanView: 'What the camera sees',
  scanForeign: 'This QR code is not the label of a device.',
  scanRefused: 'The camera may not be used. Allow it in the browser, or type what stands on the label.',
  scanBroken: 'The camera cannot be started. Type what stands on the label.',
  close: 'Close',

  // Name
  name: 'Name',
  nameHint: 'What the user will see. Leave it empty to show the serial.',
  nickname: 'Nickname',

  hubHint: "A panic press on the hub arrives with this device's position.",

  // The end of the form
  startOver: 'Start over',
  register: 'Register Device',
  ready: 'Ready to register',
  notReady: 'What will be saved',
  facts: { serial: 'Serial', name: 'Name', hub: 'Hub', sim: 'SIM', owner: 'Registered to' },
  notYet: 'Not yet',
  none: 'None',
  asDelivered: 'As delivered',
  simGiven: 'New settings',
  you: 'You',
  whatThen: 'What happens then',
  steps: [
    'The device is saved to the database.',
    'Its hub is set and the device is programmed. If it sleeps, it takes this when it wakes.',
    'Assign it to a user by e-mail.',
  ],
  secrets: 'Passwords are encrypted and are never shown again, not to you and not to support.',

  // What was registered last
  lastRegistered: (name: string) => `${name} is registered`,
  assignNext: 'Assign it to a user',
} as const;
