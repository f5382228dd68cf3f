/** Words of registrations that were made without signal and wait on this device (PWA-01). */
export const outboxTexts = {
  title: 'Waiting for signal',
  hint: 'These registrations are kept on this device and sent as soon as the portal can be reached.',
  keep: 'Register when back online',
  keepHint:
    'Without signal the device cannot be verified. The registration is kept on this device and checked when it is sent.',
  kept: (serial: string) => `${serial} is kept on this device. It is registered when the signal is back.`,
  hubLater:
    'Without signal no hub can be linked: switch it off, and link it under Reconfigure once the device is registered.',
  simLater:
    'A SIM password is never kept on this device: leave it out, and send the SIM settings under Reconfigure once the device is registered.',
  waiting: 'Waiting for signal',
  sending: 'Being sent',
  refused: 'Not registered',
  retry: 'Try again',
  remove: 'Remove',
  retryOf: (serial: string) => `Try again: ${serial}`,
  removeOf: (serial: string) => `Remove: ${serial}`,
  madeAt: 'Kept',
  refusedTitle: 'Registration Failed',
  /** A browser in private mode, or one that is full. */
  notKept: 'This browser cannot keep the registration. Write the serial down and register it when the signal is back.',
} as const;
