import type { FailureCode, RolloutState, UpdateState, WaitingReason } from '../firmware.rules.ts';
import type { Ring, Rollout, RolloutSettings } from './firmware.staff.schema.ts';

const devices = (count: number): string => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`);
const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

interface Words {
  readonly title: string;
  readonly text: string;
}

const failures: Record<FailureCode, Words> = {
  bad_signature: { title: 'Signature refused', text: 'The signature did not fit the image or the trusted keys.' },
  wrong_device: { title: 'Wrong device', text: 'The image is for another model or chip.' },
  not_newer: { title: 'Not newer', text: 'The device already runs this sequence or a later one.' },
  expired: { title: 'Release expired', text: 'The manifest was older than the device accepts.' },
  wrong_hash: { title: 'Image damaged', text: 'The bytes that arrived were not the bytes that were signed.' },
  wrong_size: { title: 'Wrong size', text: 'The image was shorter or longer than its manifest says.' },
  no_space: { title: 'No space', text: 'The free slot of the device is too small.' },
  download_failed: { title: 'Download broke off', text: 'The last try did not load the whole image.' },
  install_failed: { title: 'Install failed', text: 'The device could not write the image to its free slot.' },
  went_back: { title: 'Went back', text: 'The new version did not start well, so the device restored the old one.' },
  other: { title: 'Other reason', text: 'The device gave its own words. Open the devices to read them.' },
  did_not_return: { title: 'Did not report again', text: 'The device restarted and has not reported since.' },
};

const waits: Record<WaitingReason, Words> = {
  next_round: { title: 'Next round', text: 'The next check offers the update.' },
  not_running: { title: 'Rollout not running', text: 'The update continues when someone resumes the rollout.' },
  offline: { title: 'Offline', text: 'The device has no connection.' },
  asleep: { title: 'Asleep', text: 'The device gets the offer when it wakes up.' },
  battery_low: { title: 'Battery low', text: 'The battery is below the minimum and nothing charges the device.' },
  moving: { title: 'Moving', text: 'The device gets the offer when it stands still.' },
  live_tracking: { title: 'Live tracking', text: 'Someone watches the device live.' },
  panic_open: { title: 'Panic incident', text: 'An incident with this device is open.' },
  quiet_hours: { title: 'Quiet hours', text: 'No update begins in the quiet hours.' },
  retry_later: { title: 'Pause before a retry', text: 'The last try failed. The next one follows by itself.' },
  many_under_way: { title: 'Many under way', text: 'The device gets the offer when another one has finished.' },
};

const updateStates: Record<UpdateState, string> = {
  waiting: 'Waiting',
  offered: 'Offered',
  downloading: 'Downloading',
  installing: 'Installing',
  rebooting: 'Restarting',
  verifying: 'Verifying',
  done: 'Updated',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** FWM-03: rollouts on the page Firmware Management. */
export const rolloutTexts = {
  title: (version: string) => `Rollout of ${version}`,
  model: (model: string, channel: string) => `${model}, ${channel}`,
  started: (at: string, who: string | null) => `Started ${at} by ${who ?? 'unknown'}`,
  states: {
    running: 'Running',
    paused: 'Paused',
    halted: 'Halted',
    stopped: 'Stopped',
    done: 'Done',
  } satisfies Record<RolloutState, string>,
  loadFailed: (reason: string) => `The rollouts could not be loaded. ${reason}`,

  /** A halted rollout names its cause, its effect on devices, and the untouched rings. */
  halted: (at: string, { failed, finished, failureLimitPct }: NonNullable<Rollout['halt']>) =>
    `Stopped by itself at ${at}: ${failed} of ${finished} finished devices failed, ${percent(failed / Math.max(finished, 1))}. The limit is ${failureLimitPct}%.`,
  paused: 'Paused by hand. No device is offered the update until someone resumes.',
  harmless: 'No device is left without working firmware.',
  missing: (count: number) =>
    `${devices(count)} did not report again after the restart. Check ${count === 1 ? 'it' : 'them'} first.`,
  underWay: (count: number) => (count === 1 ? '1 device under way finishes.' : `${devices(count)} under way finish.`),
  untouched: (rings: readonly number[]) => untouched(rings),

  rings: 'Rings',
  ring: (number: number) => `Ring ${number}`,
  upTo: (kind: Rollout['targetKind'], share: number) => upTo(kind, share),
  ringStates: {
    not_started: 'Not started',
    open: 'Under way',
    done: 'Done',
    halted: 'Halted',
    paused: 'Paused',
    stopped: 'Stopped',
  },
  ofUpdated: ({ total, state }: Ring) =>
    state === 'not_started'
      ? `of about ${total.toLocaleString('en')} updated`
      : `of ${total.toLocaleString('en')} updated`,
  ringLine: (ring: Ring) => ringLine(ring),

  settings: ({ failureLimitPct, minBatteryPct, quietHours }: RolloutSettings) =>
    `Failure limit ${failureLimitPct}%, lowest battery ${minBatteryPct}%, ${quietHours ? `quiet from ${quietHours.from} to ${quietHours.to} (${quietHours.timeZone})` : 'no quiet hours'}`,

  failed: 'What failed',
  showFailed: (count: number) => (count === 1 ? 'Show the device' : `Show the ${devices(count)}`),
  waiting: 'Why devices wait',
  devices,
  failure: (code: FailureCode, toVersions: readonly string[] = []): Words =>
    code === 'went_back' && toVersions.length > 0
      ? { ...failures[code], title: `Went back to ${toVersions.join(', ')}` }
      : failures[code],
  wait: (reason: WaitingReason): Words => waits[reason],

  showAll: 'Show devices',
  showAllOf: (version: string) => `Show devices of the rollout of ${version}`,
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop…',
  retry: 'Try failed again',
  stopTitle: (version: string) => `Stop the rollout of ${version}?`,
  stopText: 'Devices that wait keep their version, and the rollout cannot be resumed. Devices that install finish.',
  stopConfirm: 'Stop rollout',
  actionFailed: 'The rollout was not changed.',
  actionDone: {
    pause: 'Rollout paused',
    resume: 'Rollout resumed',
    stop: 'Rollout stopped',
    retry_failed: 'The failed devices get the update again',
  },

  past: 'Past rollouts',
  pastLine: (done: number, failed: number, total: number) =>
    `${done.toLocaleString('en')} of ${devices(total)} updated${failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''}`,
  ended: 'Ended',

  list: {
    title: (version: string) => `Devices of the rollout of ${version}`,
    table: 'Devices of the rollout',
    filter: 'State',
    anyState: 'All states',
    underWay: 'Under way',
    states: updateStates,
    device: 'Device',
    state: 'State',
    why: 'Why',
    tries: 'Tries',
    version: 'Runs',
    changed: 'Changed',
    count: devices,
    progress: (share: number) => `${share}%`,
    nextTry: (at: string) => `Next try at ${at}`,
    unknownVersion: 'Unknown',
    quote: (words: string) => `The device says: “${words}”`,
    empty: 'No device of this rollout is in this state.',
    failed: (reason: string) => `The devices could not be loaded. ${reason}`,
  },

  start: {
    title: (version: string) => `Roll out firmware ${version}`,
    target: 'Which devices',
    all: 'All devices, ring by ring',
    allHint: (rings: readonly number[]) => `${rings.map((share) => `${share}%`).join(', then ')} of the devices`,
    percent: 'A share of the devices',
    percentLabel: 'Share in percent',
    percentWrong: 'Enter a whole number from 1 to 100.',
    devices: 'Chosen devices',
    serials: 'Serial numbers',
    serialsHint: 'One in each line, or separated by commas.',
    serialsMissing: 'Enter at least one serial number.',
    serialsMany: (most: number) => `Use at most ${most.toLocaleString('en')} serial numbers.`,
    serialsWrong: (serial: string) => `“${serial}” is not a serial number.`,
    guards: 'Limits',
    battery: 'Lowest battery in percent',
    batteryWrong: 'Enter a whole number from 0 to 100.',
    limit: 'Failure limit in percent',
    limitHint: 'The rollout halts by itself when more of the finished devices failed.',
    limitWrong: 'Enter a number from 0 to 50.',
    quiet: 'Quiet hours',
    quietHint: (zone: string) => `No update begins between these times, in the time zone ${zone}.`,
    quietFrom: 'From',
    quietTo: 'To',
    quietWrong: 'Enter two different times.',
    preview: 'Preview',
    previewLoading: 'Counting devices...',
    previewRing: (kind: Rollout['targetKind'], { number, percent: share, total }: Ring) =>
      `Ring ${number}, ${upTo(kind, share).toLowerCase()}: ${devices(total)}`,
    previewNone: 'No device matches: model, chip, channel and version decide.',
    unreachable: (serials: readonly string[]) =>
      `${devices(serials.length)} cannot get this release: ${serials.join(', ')}`,
    previewInvalid: 'Complete the fields to see how many devices the rollout reaches.',
    send: 'Start rollout',
    failed: 'The rollout did not start.',
    done: (version: string) => `The rollout of ${version} has started`,
  },
} as const;

function untouched(rings: readonly number[]): string {
  const last = rings.at(-1);
  if (last === undefined) return '';
  if (rings.length === 1) return `Ring ${last} has not been touched.`;
  return `Rings ${rings.slice(0, -1).join(', ')} and ${last} have not been touched.`;
}

function upTo(kind: Rollout['targetKind'], share: number): string {
  if (kind === 'devices') return 'Chosen devices';
  return share === 100 ? 'Everyone' : `Up to ${share}% of devices`;
}

function ringLine({ number, state, total, underWay, failed, waiting, cancelled }: Ring): string {
  if (state === 'not_started') return number === 1 ? 'Starts soon' : `Waits for ring ${number - 1}`;
  if (total === 0) return 'No device in this ring';
  const parts = [
    ...(underWay > 0 ? [`${underWay.toLocaleString('en')} under way`] : []),
    failed > 0 ? `${failed.toLocaleString('en')} failed` : 'no failures',
    ...(waiting > 0 ? [`${waiting.toLocaleString('en')} waiting`] : []),
    ...(cancelled > 0 ? [`${cancelled.toLocaleString('en')} cancelled`] : []),
  ];
  const line = parts.join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
