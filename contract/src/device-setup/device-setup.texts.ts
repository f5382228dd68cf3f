import { setupRules } from './device-setup.rules.ts';
import { DAY_MS } from '../kernel/time.ts';

/** Words about programming devices. */
export const deviceSetupTexts = {
  // HUB-02 HUB-04
  requiredTitle: 'Configuration Required',
  required: 'Please verify Ajax credentials and select a hub before reconfiguring.',
  failedTitle: 'Reconfiguration Failed',
  databaseWarning:
    'Warning: Device reconfigured but database update failed. Please refresh to see updated configuration.',
  reconfigured: 'Settings saved. They will be sent to the device as soon as it is reachable.',
  saved: 'Settings saved. There is nothing new to send to the device.',

  // SIM
  simTitle: 'SIM settings',
  simHint: 'Optional. Fields left empty are not sent to the device.',
  apn: 'APN',
  simUsername: 'SIM username',
  simPassword: 'SIM password',
  simTooLong: `A SIM setting can have up to ${setupRules.simMaxLength} characters.`,
  simInvalid: 'A SIM setting contains a hidden character. Type it again instead of pasting it.',
  secretsHint: 'Passwords are encrypted and are never shown again, not to you and not to support.',

  // How programming stands
  states: {
    none: 'Nothing to program',
    queued: 'Waiting to be sent to the device',
    sent: 'Sent. Waiting for the device to apply the settings',
    applied: 'Applied by the device',
    failed: 'The device did not accept the settings. Trace will retry',
    cancelled: 'Programming was cancelled. Your saved settings are kept',
  },
  noAnswer: 'The device did not answer.',
  notApplied: 'The device received the settings but has not confirmed that it applied them.',
  tries: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  retry: 'Try now',
  cancel: 'Cancel programming',
  nothingToCancel: 'Nothing is being programmed.',
  nothingToProgram: 'There is nothing to program on this device.',

  // Hub link
  unlink: 'Unlink hub',
  noHub: 'This device has no hub.',
  brokenSince: (when: string) => `Hub link broken since ${when}`,
  brokenWhy:
    'The hub service no longer accepts the link, for example because the password was changed or the hub is no longer in the account. Link the hub again.',
  coverageLeft:
    'While the link is broken, panic alerts from the hub may not reach Trace. Panic alerts from the device still do.',
  coverageNone: 'Without a hub link, panic alerts from the hub do not reach Trace. Panic alerts from the device do.',

  // Going back
  back: 'Restore previous settings',
  nothingBefore: 'There are no previous settings to restore.',

  notAllowed: "Only a device's user or the installer who registered it can change hub and SIM settings.",

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

If you did not expect this, restore the previous settings under Reconfigure:
${url}

The previous settings are kept for ${setupRules.keepPreviousMs / DAY_MS} days.`,
  what: {
    hub: (name: string) => `the hub is now ${name}`,
    unlinked: 'the hub was unlinked',
    sim: 'the SIM settings were changed',
    simRemoved: 'the SIM settings were removed',
    restored: 'the previous settings were restored',
  },
} as const;
