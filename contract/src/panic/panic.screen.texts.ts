// Words of the incident page, of the ringing page and of the lists. Rows PANIC-03, PANIC-04.
import type { DeliveryState, PanicChannel, PanicKind, PanicOutcome, PanicRole } from './panic.rules.ts';
import { panicRules } from './panic.rules.ts';
import type { Incident, PanicRecipient } from './panic.schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

type Delivery = PanicRecipient['deliveries'][number];

/** 'Mia', 'Mia and Jonas', 'Mia, Jonas and Ana'. */
export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);

/** The word over the headline, and in lists. */
export const panicKindWords: Record<PanicKind, string> = {
  panic: 'Panic',
  hold_up: 'Hold-up alarm',
  duress: 'Duress alarm',
  medical: 'Medical alarm',
  fire: 'Fire alarm',
  gas: 'Gas alarm',
  burglary: 'Burglary alarm',
  alarm: 'Alarm',
};

export const outcomeWords: Record<PanicOutcome, string> = {
  helped: 'Help was given',
  safe: 'Safe',
  false_alarm: 'False alarm',
  test: 'Test ended',
  expired: 'No outcome within a day',
  account_deleted: 'Account deleted',
};

export const channelWords: Record<PanicChannel, string> = {
  portal: 'Portal',
  push: 'Push',
  email: 'Email',
  sms: 'SMS',
};

const noChannelWords: Record<PanicChannel, string> = {
  portal: 'Not open',
  push: 'Not set up',
  email: 'No address',
  sms: 'No number',
};

/** The state of a delivery. `time` is the formatted time of the state. */
export function deliveryWords({ channel, state, attempts }: Delivery, time: string): string {
  const words: Record<DeliveryState, string> = {
    waiting: channel === 'portal' ? noChannelWords.portal : sendingWords(attempts),
    sent: `Sent ${time}`,
    seen: `Seen ${time}`,
    failed: attempts > 1 ? `Failed after ${attempts} tries` : 'Failed',
    none: noChannelWords[channel],
    cancelled: 'Not needed',
  };
  return words[state];
}

const sendingWords = (attempts: number): string => (attempts > 0 ? `Sending, try ${attempts + 1}` : 'Sending');

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const roleWords: Record<PanicRole, string> = {
  wearer: 'Pressed the button',
  contact: 'Contact',
  company: "Installer's company",
  support: 'Trace support',
};

/** The part of a recipient: 'Pressed the button', '1st contact, that is you'. */
export function partWords({ role, rank, isYou }: Pick<PanicRecipient, 'role' | 'rank' | 'isYou'>): string {
  const part = rank === null ? roleWords[role] : `${rank}${suffixes[ordinals.select(rank)] ?? 'th'} contact`;
  return isYou ? `${part}, that is you` : part;
}

/** The headline of an open incident: who pressed, or which alarm. */
export function headlineOf({ kind, wearers, you }: Pick<Incident, 'kind' | 'wearers' | 'you'>): string {
  const isOwn = you.role === 'wearer';
  const names = joinNames(wearers.map(({ name }) => name));
  if (kind !== 'panic') {
    if (isOwn) return `Your ${lowered(panicKindWords[kind])}`;
    return names === '' ? panicKindWords[kind] : `${panicKindWords[kind]}: ${names}`;
  }
  if (isOwn) return wearers.length > 1 ? 'Your panic button was pressed' : 'You pressed the panic button';
  if (wearers.length > 1) return `Panic button pressed: ${names}`;
  return names === '' ? 'Panic button pressed' : `${names} pressed the panic button`;
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The headline of the band: the person who has taken the incident, the outcome, or who pressed. */
export function bandHeadline(incident: Pick<Incident, 'kind' | 'wearers' | 'you' | 'taken' | 'closed'>): string {
  const { taken, closed } = incident;
  if (closed) return `Closed: ${lowered(outcomeWords[closed.outcome])}`;
  if (!taken) return headlineOf(incident);
  return taken.isYou ? 'You have taken it' : `${taken.name} has taken it`;
}

/** 'hub Novak home'. A name that begins with the word, such as 'Hub 00A41F7C', stands alone. */
export const hubWords = (name: string): string => (/^hub\b/i.test(name) ? name : `hub ${name}`);

/** 'Work ute, hub Novak home, key fob Mia'. Serial numbers stand apart, because they are set in another type. */
export function originWords({ hubName, trigger }: Pick<Incident, 'hubName' | 'trigger'>): string {
  return [hubName && hubWords(hubName), trigger].filter(Boolean).join(', ');
}

/** The running clock: '00:58', after an hour '1:02:07'. */
export function clockWords(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${Math.floor(minutes / 60)}:${tail}`;
}

/** '14 s', '12 min', '3 h', '5 days'. Minutes begin at two, so that a fresh position is told to the second. */
export function spanWords(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

export const panicScreenTexts = {
  outdated: 'The portal cannot be reached. The information here may be old. The page keeps trying.',
  test: 'Test',
  testNote: 'This is a test. No one is in danger.',
  since: (time: string) => `Since ${time}`,
  takenAt: (time: string, role: string) => `${role}, ${time}`,
  roles: {
    wearer: 'Wearer',
    contact: 'Contact',
    company: "Installer's company",
    support: 'Trace support',
  } satisfies Record<PanicRole, string>,
  closedAt: (time: string, name: string | null) => `${name === null ? 'By the portal' : `By ${name}`}, ${time}`,
  late: (age: string, time: string) => `Happened ${age} ago (${time}). The alarm arrived late.`,
  wrongClock:
    'The clock of the alarm system is wrong, so the time of the press is uncertain. The alarm itself is real.',
  presses: (count: number) => `Pressed ${count} times`,

  take: 'Take it',
  release: 'Give back',
  close: 'Close',
  closeAs: 'Close incident',
  safe: "I'm safe",
  minimise: 'Minimise',
  done: 'Done',
  silence: 'Silence on this screen',
  hear: 'Press to hear the alarm',
  others: 'Open incidents',
  region: 'Incident',

  where: 'Where',
  positionAge: (age: string) => `Position ${age} old`,
  staleNote: (age: string) => `This position is ${age} old. The device may have moved since.`,
  accuracy: (metres: number) => `±${Math.round(metres)} m`,
  first: 'First position',
  newest: (device: string) => `Newest position of ${device}`,
  map: 'Map of the incident',
  copy: 'Copy',
  copied: 'Copied',
  directions: 'Directions',
  near: (distance: string, direction: string, city: string) => `${distance} ${direction} of ${city}`,
  at: (city: string) => `In or near ${city}`,
  seenAsContact: (wearer: string) => `You see this position as a contact. ${wearer} sees that you viewed it.`,
  noPosition: 'No position yet. When the device reports its position, the position appears here.',
  noDevice: 'This alarm belongs to no tracker, so there is no position.',
  hidden: "You don't see where the device is. Only the wearer and notified contacts see the position.",
  hiddenSupport:
    "You don't see where the device is. Break-glass access on the page of the device shows its last position.",
  openDevice: (device: string) => `Open ${device}`,
  positionEnded: 'The incident is closed, so positions are no longer shown.',

  call: (name: string) => `Call ${name}`,
  noPhone: 'No phone number to show',
  emergency:
    'In danger? Call 000 in Australia, 112 in Europe or your local number. Trace does not replace emergency services.',
  emergencyNumbers: ['000', '112'],
  emergencyFor: 'Call the emergency services when someone may be in danger. Trace does not replace them.',

  told: 'Who was told',
  notTaken: 'No one has taken it',
  neverTaken: 'No one took it',
  takenBy: (name: string) => `Taken by ${name}`,
  takenByYou: 'Taken by you',
  toldNobody: 'No one has been told yet.',
  notTold: 'Not told',
  next: (names: string) => `Next: ${names}`,
  nextAt: (time: string) => `At ${time}, unless someone takes it`,
  nobodyTook: 'No one has taken this alarm',
  nobodyTookText: 'Everyone was told, and everyone is reminded. Act now, or call someone who can.',
  nobodyTookOwn: 'Everyone was told, but no one has answered yet. If you are in danger, call the emergency services.',
  accountDeleted:
    'The account was deleted during the emergency. Trace does not know whether the person is safe. The messages that Trace sent name the person. If you are not sure, call them or the emergency services.',
  doubtfulEnd:
    "This alarm says that the person is under threat, and it was closed from the person's own account. Check in another way that the person is safe. If you are not sure, call the emergency services.",
  nobodyThere: 'There is no one else to tell',
  nobodyThereText: 'No further contact, company or support was found for this alarm.',

  timeline: 'Timeline',
  showEarlier: 'Show earlier',
  addNote: 'Add a note',
  note: 'Note',
  noteHint: 'Everyone who sees the incident reads the note.',
  noteMissing: 'Write a note first.',
  noteLong: `Use at most ${panicRules.noteLength} characters.`,
  save: 'Save note',
  cancel: 'Cancel',

  closeTitle: 'Close the incident',
  closeText: 'The incident ends for everyone. The outcome stays on record.',
  outcome: 'How did it end?',
  outcomes: {
    helped: 'Help was given',
    safe: 'The person is safe',
    false_alarm: 'False alarm',
  },
  outcomeNote: 'Note (optional)',
  safeTitle: "You're safe?",
  safeText: 'The incident is closed as safe, and everyone who was told sees it.',
  safeConfirm: "Yes, I'm safe",
  releaseTitle: 'Give the incident back?',
  releaseText: 'Everyone who was told rings again, until someone else takes it.',

  takeFailed: 'Could not take it.',
  releaseFailed: 'Could not give it back.',
  closeFailed: 'Could not close it.',
  noteFailed: 'Could not save the note.',

  tabTitle: (kind: string, who: string) => (who === '' ? `⚠ ${kind}` : `⚠ ${kind} – ${who}`),
  notificationText: 'Open the portal and take the incident.',

  banner: (count: number) => (count === 1 ? 'Active incident' : `${count} active incidents`),
  open: 'Open incident',
  untaken: 'Not taken yet',

  active: 'Active incidents',
  past: 'Past incidents',
  emptyActive: 'No active incident. When a panic button is pressed, the incident appears here and this portal rings.',
  emptyPast: 'No past incidents. Closed incidents appear here with their outcome and timeline.',
  loadFailed: 'Could not load the incidents.',
  more: 'Show earlier incidents',
  loadingIncident: 'Loading the incident...',
  notLoaded: 'Could not load this incident.',
  gone: 'This incident was deleted, or your access to it has ended.',
  tryAgain: 'Try again',
} as const;
