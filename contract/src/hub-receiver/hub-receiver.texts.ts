import { clockTolerances, type ClockTolerance, type HubMaker, type ReportingProblem } from './hub-receiver.rules.ts';

const problems: Record<ReportingProblem, { title: string; text: string }> = {
  plain_frame: {
    title: 'Reports arrive without encryption',
    text: 'Trace did not accept the last report, because this hub has a key. Switch on encryption in the hub app, or remove the key here.',
  },
  wrong_key: {
    title: 'The key does not match',
    text: 'Trace could not decrypt the last report. Enter the same key in the hub app, or save a new key here.',
  },
  wrong_time: {
    title: "The hub's clock is wrong",
    text: 'Trace accepts its alarms, marks their time, and sends the hub the right time. If this stays, choose a wider tolerance below.',
  },
  unsupported: {
    title: 'A report could not be read',
    text: 'Choose the protocol SIA DC-09 (SIA-DCS) in the hub app. Alarms in other formats do not reach Trace.',
  },
};

/** Words about hubs that report directly. */
export const hubReceiverTexts = {
  title: 'Direct hub reports',
  text: (device: string) =>
    `The alarm hub of ${device} can send its alarms straight to Trace, without the cloud of its maker.`,
  offer: 'A hub can also report straight to Trace, without a hub account.',
  off: 'This portal does not receive hubs directly. Its operator can switch this on.',
  notAllowed: "Only a device's user or the installer who registered it can set up direct hub reports.",
  loading: 'Loading the settings…',
  loadFailed: 'The settings could not be loaded.',

  // State
  waiting: 'Waiting for the first report',
  waitingHint: 'Enter these settings in the hub app. The first report appears here within a minute.',
  lastReport: 'Last report',
  silent: (since: string) => `No report since ${since}`,
  silentHint: 'Check the power and the internet connection of the hub, and its monitoring settings.',
  problems,

  // Form
  number: 'Account number',
  numberHint: '3 to 16 digits 0-9 and letters A-F. It names this hub in each report.',
  numberInvalid: 'An account number has 3 to 16 characters: 0-9 and A-F.',
  numberTaken: 'This account number is not available. Choose another one.',
  maker: 'Hub',
  makers: { ajax: 'Ajax', other: 'Another maker' } satisfies Record<HubMaker, string>,
  encryption: 'Encryption',
  encryptionOff: 'Without encryption, anyone who knows the account number can send false alarms.',
  key: 'Key',
  keyHint: 'Enter the key in the hub app now. It is stored encrypted and is not shown again after saving.',
  keyStored: 'A key is stored. Leave this empty to keep it.',
  keyInvalid: 'A key has 16, 24 or 32 characters, or 32, 48 or 64 digits 0-9 and A-F.',
  keyMissing: 'Enter a key or make a new one.',
  newKey: 'Make a new key',
  interval: 'Test interval in the hub app',
  intervalHint: 'After three missed reports, Trace alerts you.',
  intervalInvalid: 'Choose an interval from the list.',
  every: (seconds: number) => intervalWords(seconds),
  tolerance: 'Clock of the hub',
  toleranceHint: 'Alarms with another time are accepted and marked.',
  tolerances: {
    usual: `May be ${clockTolerances.usual.behindSec} s slow or ${clockTolerances.usual.aheadSec} s fast`,
    wide: `May differ by ${clockTolerances.wide.behindSec / 60} min`,
  } satisfies Record<ClockTolerance, string>,
  save: 'Save',
  saved: 'Direct hub reports saved.',
  saveFailedTitle: 'Not saved',
  close: 'Close',
  remove: 'Stop direct reports',
  removed: 'Direct hub reports stopped.',
  removeTitle: 'Stop direct hub reports?',
  removeText: (number: string) =>
    `Trace will no longer accept alarms under the account number ${number}. Remove the monitoring station in the hub app too.`,

  // Steps for the Ajax app
  steps: 'In the Ajax app',
  step: [
    'Open the hub settings, then Security companies, then Monitoring station.',
    'Choose the protocol SIA DC-09 (SIA-DCS).',
    'Enter the account number, the key, and this address and port:',
    'Switch on all channels of the hub, such as Ethernet and cellular.',
    'Switch on the test reports with the interval chosen here. They are off by default.',
  ],
  otherSteps: 'In the settings of the hub',
  address: 'Address',
  copy: (name: string) => `Copy ${name.toLowerCase()}`,
  copied: 'Copied',
  port: 'Port',
  needs: 'Needs hub firmware OS Malevich 2.7 or later, and admin rights for the hub.',

  // Emails
  changedMailSubject: (device: string) => `Direct hub reports of ${device} were changed`,
  changedMailText: (mail: { device: string; serial: string; what: string; by: string; url: string }) =>
    `${mail.by} changed the direct hub reports of ${mail.device} (${mail.serial}): ${mail.what}.

If you did not expect this, check the settings under Direct hub reports:
${mail.url}`,
  what: {
    added: 'the hub can now report straight to Trace',
    changed: 'the account number, the key or other settings were changed',
    removed: 'the hub can no longer report straight to Trace',
  },

  /** The button in the words of the hub. */
  zone: (number: string, area: string | null) =>
    area === null ? `Zone or user ${number}` : `Zone or user ${number}, area ${area}`,
  hubName: (number: string) => `Hub ${number}`,
} as const;

function intervalWords(seconds: number): string {
  if (seconds < 3_600) return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`;
  return seconds === 3_600 ? 'Every hour' : `Every ${seconds / 3_600} hours`;
}
