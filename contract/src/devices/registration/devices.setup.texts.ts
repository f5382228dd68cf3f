/** Own texts for device and name on the setup page. Texts quoted from the specification are in registrationTexts. */
export const setupTexts = {
  context: 'The device is checked against the registry before anything is saved',

  // Device
  device: 'Device',
  deviceHint: 'Serial and claim code are on the label. The serial should begin with Trace_.',
  serial: 'Serial number',
  claimCode: 'Claim code',
  verify: 'Verify',
  edit: 'Edit',
  verified: 'Verified',
  isFree: 'In the device registry and not yet registered to anyone.',
  showDevice: 'Show device',
  needsClaim: 'To register it, enter the claim code on its label.',
  waitingTitle: 'Waiting for the device',
  nextAttempt: (seconds: number) => `Next attempt in ${seconds} s`,
  attemptNow: 'Checking now',
  attempts: 'Attempts',
  stopWaiting: 'Cancel',

  // Name
  name: 'Name',
  nameHint: 'The user sees this name. Leave it empty to show the serial number.',
  nickname: 'Nickname',

  hubHint: 'Links the device to a hub of the account at the hub service.',

  // The end of the form
  startOver: 'Start over',
  register: 'Register Device',
  ready: 'Ready to register',
  notReady: 'What will be saved',
  facts: { serial: 'Serial', name: 'Name', hub: 'Hub', sim: 'SIM', owner: 'Registered to' },
  notYet: 'Not yet',
  none: 'None',
  asDelivered: 'Factory default',
  simGiven: 'New settings',
  you: 'You',
  whatThen: 'What happens next',
  steps: [
    'The device is saved to the database.',
    'The hub is linked and the device is programmed. A sleeping device is programmed when it wakes up.',
    'Assign it to a user by email.',
  ],
  gateway: {
    title: 'Server of the device',
    text: 'A new device knows this address. If a device asks for its server, enter these values.',
    host: 'Host',
    port: 'Port',
    security: 'Encryption',
    tls: "TLS with the device's own certificate",
  },
  secrets: 'Passwords are encrypted and are never shown again, not to you and not to support.',

  // Last registered device
  lastRegistered: (name: string) => `${name} is registered`,
  assignNext: 'Assign it to a user',
} as const;
