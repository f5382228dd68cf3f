import { certificateRules } from '../device-protocol/certificates.rules.ts';
import type { DeviceStatus } from '../device-status/device-status.rules.ts';
import { DAY_MS } from '../kernel/time.ts';
import type { CauseKind, Likelihood, OfflineCause, RuledOutKind } from './offline-causes.schema.ts';

/** The reader of the next step: the device's user, or installers and support staff. */
export type CauseReader = 'user' | 'service';

/** A cause whose time is formatted for the reader's screen. */
type Evidence = Omit<OfflineCause, 'at'> & { at: string | null };

interface CauseTexts {
  title: string;
  evidence(cause: Evidence): string;
  next: Record<CauseReader, string>;
}

const on = (at: string | null): string => (at === null ? '' : ` (${at})`);
const quoted = ({ quote, at }: Evidence): string => `The device reported “${quote ?? ''}”${on(at)}.`;

/** SUPP-05: causes of a silent device in plain words. */
const causeTexts: Record<CauseKind, CauseTexts> = {
  replaced: {
    title: 'Another device took its place',
    evidence: () => 'This device was replaced and no longer reports.',
    next: { user: 'Open the new device in your list.', service: 'Open the new device.' },
  },
  servers: {
    title: 'Our servers do not accept devices at the moment',
    evidence: ({ at }) => `Checked just now${on(at)}.`,
    next: { user: 'Wait. We are working on it.', service: 'Check the operations page.' },
  },
  never_connected: {
    title: 'The device has never connected',
    evidence: () => 'No message has arrived since it was registered.',
    next: {
      user: 'Ask your installer to check its power and SIM.',
      service: 'Check power, SIM and antenna, then start the device.',
    },
  },
  asleep: {
    title: 'The device is sleeping',
    evidence: ({ at }) => (at === null ? 'It reported sleep mode.' : `It wakes up around ${at}.`),
    next: { user: 'Wait until it wakes up.', service: 'Wait until it wakes up, or turn sleep mode off.' },
  },
  missed_wake: {
    title: 'The device did not wake up',
    evidence: ({ at }) => `It went to sleep and should have reported by ${at ?? 'now'}.`,
    next: { user: 'Check its power, then press its button.', service: 'Have its power checked and start it again.' },
  },
  update: {
    title: 'An update did not finish',
    evidence: ({ at }) => `Its last message said that it was updating${on(at)}.`,
    next: { user: 'Turn the device off and on.', service: 'Have it turned off and on, then check its version.' },
  },
  sim: {
    title: 'The SIM or the mobile network refuses the device',
    evidence: quoted,
    next: {
      user: 'Ask your installer to check the SIM and its credit.',
      service: 'Check credit, expiry and APN of the SIM with the carrier.',
    },
  },
  power_cut: {
    title: 'The power was cut',
    evidence: ({ at, percent }) =>
      `The device reported a power cut${on(at)}${percent === null ? '' : `, battery ${percent}%`}.`,
    next: { user: 'Check the power cable and the fuse.', service: 'Have the power cable and the fuse checked.' },
  },
  battery: {
    title: 'The battery is empty',
    evidence: ({ percent, at, quote }) =>
      `The last report had ${percent ?? 0}%${quote === null ? '' : `, ${quote}`}${on(at)}.`,
    next: { user: 'Charge the device.', service: 'Have the device charged or its power cable checked.' },
  },
  signal: {
    title: 'No signal where it is',
    evidence: ({ percent, at }) => `${percent ?? 0}% at the last report${on(at)}.`,
    next: {
      user: 'Take the device out of the garage or basement, then wait for its next report.',
      service: 'Wait for its next report, or have the device moved.',
    },
  },
  cable: {
    title: 'The network cable or the router is disconnected',
    evidence: ({ at }) => `The device used Ethernet at its last report${on(at)}.`,
    next: {
      user: 'Check the network cable and the router.',
      service: 'Have the network cable and the router checked.',
    },
  },
  outage: {
    title: 'Planned work or an outage',
    evidence: ({ quote, at }) => `Announced: “${quote ?? ''}”${at === null ? '' : `, from ${at}`}.`,
    next: { user: 'Read the announcement and wait.', service: 'Read the announcement and wait.' },
  },
  certificate: {
    title: 'The certificate of the device ends',
    evidence: ({ quote, at }) => `${quote ?? ''} ${at ?? ''}.`,
    next: {
      user: 'Turn the device on where it has signal.',
      service: `Connect the device within ${certificateRules.graceMs / DAY_MS} days after its certificate ends. It then renews the certificate by itself. Later, set the device up again.`,
    },
  },
  tampered: {
    title: 'The device was opened or removed',
    evidence: ({ at }) => `It reported tampering${on(at)}.`,
    next: { user: 'Check that the device is still in its place.', service: 'Have its place checked.' },
  },
  device_error: {
    title: 'The device has a fault',
    evidence: quoted,
    next: {
      user: 'Turn the device off and on. If that does not help, ask your installer.',
      service: 'Have it turned off and on. If the error returns, replace the device.',
    },
  },
  settings: {
    title: 'The settings did not arrive',
    evidence: ({ at }) => `The device had not confirmed its hub and SIM settings at its last report${on(at)}.`,
    next: { user: 'Ask your installer to check the settings.', service: 'Reconfigure the device.' },
  },
  fix: {
    title: 'It has no view of the sky',
    evidence: ({ at }) => `Its last position is from ${at ?? 'before'}, long before its last report.`,
    next: { user: 'Take the device outside.', service: 'Have the device taken outside.' },
  },
  hub: {
    title: 'The hub link is broken',
    evidence: ({ at }) => `The hub service refuses the link since ${at ?? 'a while'}. The device reports without it.`,
    next: { user: 'Ask your installer to sign in to the hub again.', service: 'Sign in to the hub service again.' },
  },
};

const likelihoodTexts: Record<Likelihood, string> = {
  most_likely: 'Most likely',
  possible: 'Possible',
  unlikely: 'Unlikely',
};

const ruledOutTexts: Record<RuledOutKind, string> = {
  servers: 'our servers',
  sleep_mode: 'sleep mode (off)',
  hub: 'hub link (works)',
  fix: 'position (had a fix)',
  plan: 'plan (every plan reports)',
  outage: 'planned work (none announced for that time)',
};

/** The question that the causes answer. Without a name where only one device is shown. */
function questionOf(status: DeviceStatus | undefined, device?: string): string {
  if (status === 'error') return `Why does ${device ?? 'it'} report an error?`;
  if (status === 'awaiting') return `Why hasn't ${device ?? 'it'} reported yet?`;
  return `Why is ${device ?? 'it'} offline?`;
}

export const offlineCausesTexts = {
  question: questionOf,
  subtitle: 'From its last reports. Most likely first.',
  checking: 'Checking the last reports...',
  failed: 'The last reports could not be checked.',
  retry: 'Try again',
  unknown: 'The last reports show no cause.',
  unknownNext: {
    user: 'Check its power and place. If it stays offline, ask your installer or support.',
    service: 'Have its power and place checked. Ask for its logs when it reports again.',
  } satisfies Record<CauseReader, string>,
  reporting: 'The device reports. Nothing is wrong with its connection.',
  ruledOut: (what: string) => `Ruled out: ${what}.`,
  servers: (connected: string, total: string) => `our servers (${connected} of ${total} devices connected)`,
  certificateEnds: 'It cannot report after',
  certificateEnded: 'Its certificate ended on',
  noPower: 'no external power',
  onPower: 'on external power',
  causes: causeTexts,
  likelihoods: likelihoodTexts,
  ruledOutKinds: ruledOutTexts,
  notFound: 'There is no such device, or it is not yours.',
} as const;
