import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import type { Role } from '../kernel/roles.ts';

/** ALRT-01: the causes that people are told of beside a panic. */
export const alertKinds = ['low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken'] as const;
export const alertChannels = ['portal', 'email', 'push'] as const;

export type AlertKind = (typeof alertKinds)[number];
export type AlertChannel = (typeof alertChannels)[number];
/** Which channels a person wants, by cause. */
export type AlertChoices = Record<AlertKind, Record<AlertChannel, boolean>>;

export const alertRules = {
  /** A battery is low at this and below, and no longer low at that: between the two nothing changes. */
  batteryLowPct: 20,
  batteryGoodPct: 30,
  /** A device without a hub is given this long after two missed heartbeats; one with a hub is told of at once. */
  silencePatienceMs: 10 * MINUTE_MS,
  silenceGraceMs: 5 * SECOND_MS,
  /** A cause that was only an event, of a device that does not report the state, is thought over after this. */
  eventLastsMs: DAY_MS,
  /** T50: another event this long after the alert began is told as a new one, when no report has said how it is. */
  eventAgainMs: 5 * MINUTE_MS,
  /**
   * A cause that comes back within this after people were told of it is the same alert again, without a new message: a
   * plug that is loose. Never of what somebody did.
   */
  pauseMs: {
    low_battery: 30 * MINUTE_MS,
    silent: 30 * MINUTE_MS,
    power_cut: 30 * MINUTE_MS,
    tamper: 0,
    hub_broken: 0,
  },
  /** T58: e-mails of alerts to one person in 24 hours; beyond them the portal and push still tell. */
  mailsPerDay: 50,
  /** Of these, so many are kept for tampering and broken hub links: a plug that is loose does not use them up. */
  mailsKept: 10,
  /** A message that could not be handed over is tried for this long. */
  giveUpMs: DAY_MS,
  /** Read or not, an alert stays in the list for this long. */
  keepMs: 90 * DAY_MS,
  pageSize: 20,
  /** Unread alerts are counted up to this; beyond it a person knows enough. */
  unreadCounted: 99,
  /** Browsers of one person; the one that was added first goes. */
  mostBrowsers: 10,
  /** The push of a test has gone out by then, or whoever sent it has died. */
  testLastsMs: MINUTE_MS,
  testsPerWindow: 3,
  testWindowMs: 10 * MINUTE_MS,
  /** A push service keeps a message for a phone that is off for this long. */
  pushTtlMs: 12 * HOUR_MS,
} as const;

/** What happened is worth a message even when it is over by then; of a state that has mended itself nobody wants to read late. */
export const isToldWhenOver = (kind: AlertKind | 'test'): boolean => kind === 'power_cut' || kind === 'tamper';

/** Up to how many e-mails a day one of this cause still goes out. */
export const mostMails = (kind: AlertKind): number =>
  kind === 'tamper' || kind === 'hub_broken' ? alertRules.mailsPerDay : alertRules.mailsPerDay - alertRules.mailsKept;

/** Until a person chooses: everything for users; an installer of many devices gets mails of broken hub links alone. */
export function usualChoices(role: Role): AlertChoices {
  const choiceOf = (kind: AlertKind) => ({
    portal: true,
    email: role === 'user' || kind === 'hub_broken',
    push: role === 'user' || kind === 'hub_broken' || kind === 'tamper',
  });
  return Object.fromEntries(alertKinds.map((kind) => [kind, choiceOf(kind)])) as AlertChoices;
}

/** Hours of the wall clock in a person's time zone, `HH:MM`; they may go over midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;

/** The end of the quiet hours in which an instant lies; null when it lies in none. Wall-clock true when clocks change. */
export function quietUntil(at: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null) return null;
  const clock = wallClock(timeZone);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const isQuiet = (instant: number): boolean => {
    const minute = clock(instant);
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  };
  if (!isQuiet(at.getTime())) return null;
  const thisMinute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  const guess = thisMinute + ((to - clock(thisMinute) + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  // Where the clock changes in between, the guess is off by the change.
  const corrected = guess + shortWay(to - clock(guess)) * MINUTE_MS;
  let end = Math.max(thisMinute, Math.min(guess, corrected));
  while (isQuiet(end)) end += MINUTE_MS;
  return new Date(end);
}

/** Minutes of the day that clocks in a time zone show at an instant. */
function wallClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (instant) => minutesOf(format.format(instant));
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Of two ways round the clock the shorter one, in minutes. */
const shortWay = (minutes: number): number =>
  ((((minutes + DAY_MINUTES / 2) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
