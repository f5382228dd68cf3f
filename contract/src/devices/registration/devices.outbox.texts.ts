/** Words of registrations that were made without signal and wait on this device (PWA-01). */
export const outboxTexts = {
  title: 'Waiting for signal',
  hint: 'These registrations are saved in this browser. The waiting ones are sent as soon as the portal is reachable.',
  keep: 'Register when back online',
  keepHint:
    'The device cannot be verified while you are offline. The registration is saved in this browser and verified when it is sent.',
  kept: (serial: string) => `${serial} is saved in this browser. It will be registered when you are back online.`,
  hubLater:
    'Hubs cannot be linked while you are offline. Turn hub integration off, and link the hub under Reconfigure once the device is registered.',
  simLater:
    'SIM passwords are never saved in the browser. Leave the password empty, and send the SIM settings under Reconfigure once the device is registered.',
  waiting: 'Waiting for signal',
  refused: 'Not registered',
  retry: 'Try again',
  edit: 'Edit',
  remove: 'Remove',
  retryOf: (serial: string) => `Try again: ${serial}`,
  editOf: (serial: string) => `Edit: ${serial}`,
  removeOf: (serial: string) => `Remove: ${serial}`,
  madeAt: 'Saved',
  /** The bar above every page of an installer. */
  barLabel: 'Saved registrations',
  waitingOf: (count: number) => `${count} ${count === 1 ? 'registration is' : 'registrations are'} waiting for signal.`,
  refusedOf: (count: number) => `${count} ${count === 1 ? 'registration was' : 'registrations were'} refused.`,
  show: 'Show',
  /** Asked before Logout, which deletes everything that the browser keeps of its user. */
  logoutTitle: 'Log out and delete saved registrations?',
  logoutText: (count: number) =>
    `${count} ${count === 1 ? 'registration is' : 'registrations are'} saved in this browser only and will be deleted. To keep ${count === 1 ? 'it' : 'them'}, stay logged in until the portal has registered ${count === 1 ? 'the device' : 'the devices'}.`,
  logoutConfirm: 'Log out and delete',
  refusedTitle: 'Registration Failed',
  /** For a browser in private mode, or with full storage. */
  notKept:
    'This browser cannot save the registration. Write down the serial number and register the device when you are back online.',
} as const;
