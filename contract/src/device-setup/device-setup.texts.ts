/** Words about programming devices (portal.md §8, back-office.md §8). */
export const deviceSetupTexts = {
  // HUB-02 HUB-04
  requiredTitle: 'Configuration Required',
  required: 'Please verify Ajax credentials and select a hub before reconfiguring.',
  failedTitle: 'Reconfiguration Failed',
  databaseWarning:
    'Warning: Device reconfigured but database update failed. Please refresh to see updated configuration.',
  credentialsFirst: 'Please verify Ajax credentials first',
  hubMissing: 'Please select a hub for panic event monitoring',
  reconfigured: 'The settings are saved. The device takes them as soon as it can be reached.',
  saved: 'The settings are saved. The device has nothing new to take.',

  // SIM
  simTitle: 'SIM settings',
  simHint: 'Optional. Fields left empty are not sent to the device.',
  apn: 'APN',
  simUsername: 'SIM username',
  simPassword: 'SIM password',
  simTooLong: 'A SIM setting has at most 100 characters.',
  simInvalid: 'A SIM setting may not hold line breaks or control characters.',
  secretsHint: 'Passwords are encrypted and are never shown again, not to you and not to support.',

  // How programming stands
  states: {
    none: 'Nothing to program',
    queued: 'Waiting to be sent to the device',
    sent: 'Sent. Waiting for the device to apply it',
    applied: 'Applied by the device',
    failed: 'The device did not take it. It will be asked again',
    cancelled: 'Programming was cancelled. What is saved stays saved',
  },
  noAnswer: 'The device did not answer.',
  notApplied: 'The device has the settings and does not say that it works with them.',
  nextTry: 'Next try',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  retry: 'Try now',
  cancel: 'Cancel programming',
  nothingToCancel: 'Nothing is being programmed.',
  nothingToProgram: 'This device has nothing to be programmed.',

  // Hub link
  unlink: 'Unlink hub',
  noHub: 'This device has no hub.',
  brokenSince: (when: string) => `Hub link broken since ${when}`,
  brokenWhy: 'The hub service no longer accepts the link, for example after a change of password. Link the hub again.',
  coverageLeft:
    'While the link is broken, a panic pressed on the hub may not reach Trace. A panic that the tracker itself reports still does.',
  coverageNone:
    'Without a hub, a panic pressed on it does not reach Trace. A panic that the tracker itself reports does.',

  // Going back
  back: 'Go back to the settings before',
  nothingBefore: 'There are no settings to go back to.',

  notAllowed: 'Hub and SIM settings are changed by the user or the registering installer of a device.',
  changedMeanwhile: 'Somebody else changed this at the same moment. Please look at it again.',

  changedMailSubject: (device: string) => `Settings of ${device} were changed`,
  changedMailText: ({
    device,
    serial,
    what,
    by,
    url,
  }: {
    device: string;
    serial: string;
    what: string;
    by: string;
    url: string;
  }) =>
    `${by} changed the settings of ${device} (${serial}): ${what}.

If you did not expect this, go back to the settings before: open the device's setup at
${url}

The settings before are kept for 30 days.`,
  what: {
    hub: (name: string) => `the hub is now ${name}`,
    unlinked: 'the hub was unlinked',
    sim: 'the SIM settings were changed',
    simRemoved: 'the SIM settings were removed',
    restored: 'the settings before were put back',
  },
} as const;
