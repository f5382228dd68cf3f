import { retentionRules } from '../retention/retention.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import type { Role } from '../kernel/roles.ts';

/** ALRT-01: the causes that people are told of beside a panic. */
export const alertKinds = ['low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken', 'hub_silent'] as const;
export const alertChannels = ['portal', 'email', 'push'] as const;

/** LOCREQ-05: the user's answer to a location request. The requester always gets this alert in the portal. */
export const answerKinds = ['access_approved', 'access_denied'] as const;

/** SUPL-07: told to the device's user in the portal and by push, whatever the user's choices. */
export const noticeKinds = ['support_access'] as const;

export type AlertKind = (typeof alertKinds)[number];
export type AnswerKind = (typeof answerKinds)[number];
export type NoticeKind = (typeof noticeKinds)[number];
export type AlertChannel = (typeof alertChannels)[number];
/** Which channels a person wants, by cause. */
export type AlertChoices = Record<AlertKind, Record<AlertChannel, boolean>>;

export const alertRules = {
  /**
   * A battery is low below the first value, as on the pages (UDASH-12), and good again at or above the second. Between
   * these values the state does not change.
   */
  batteryLowPct: 20,
  batteryGoodPct: 30,
  /** A device without a hub gets this time after its missed heartbeats before it counts as silent. */
  silencePatienceMs: 10 * MINUTE_MS,
  /** Every device gets this time for a late heartbeat. A device with a hub counts as silent right after it. */
  silenceGraceMs: 5 * SECOND_MS,
  /** A cause that was only an event, of a device that does not report the state, is thought over after this. */
  eventLastsMs: DAY_MS,
  /**
   * T50: another event this long after the start of the alert counts as a new alert, unless a report has confirmed the
   * state.
   */
  eventAgainMs: 5 * MINUTE_MS,
  /**
   * A cause that recurs within this time after the notification reopens the same alert without a new message, such as a
   * loose plug. This never applies to a person's actions.
   */
  pauseMs: {
    low_battery: 30 * MINUTE_MS,
    silent: 30 * MINUTE_MS,
    power_cut: 30 * MINUTE_MS,
    tamper: 0,
    hub_broken: 0,
    hub_silent: 0,
  },
  /** T58: alert emails to one user in 24 hours. Beyond this limit only the portal and push notify. */
  mailsPerDay: 50,
  /**
   * The part of these emails reserved for tampering and hubs, so that a loose plug cannot use up the limit.
   */
  mailsKept: 10,
  /** A message that could not be handed over is tried for this long. */
  giveUpMs: DAY_MS,
  /** Read or not, an alert stays in the list for this long. */
  keepMs: retentionRules.alertDays * DAY_MS,
  pageSize: 20,
  /** Unread alerts are counted up to this number. A higher exact number is not useful to a user. */
  unreadCounted: 99,
  /** Browsers per user. A new browser beyond this limit replaces the browser that was added first. */
  mostBrowsers: 10,
  /** By this time the push of a test has gone out, or the process that sent the test has died. */
  testLastsMs: MINUTE_MS,
  testsPerWindow: 3,
  testWindowMs: 10 * MINUTE_MS,
  /** A push service keeps a message for a phone that is off for this long. */
  pushTtlMs: 12 * HOUR_MS,
} as const;

/**
 * Returns whether a cause still deserves a message after its end. A power cut or tampering does. A late message about a
 * state that has recovered by itself is of no use.
 */
export const isNotifiedWhenOver = (kind: AlertKind | NoticeKind | 'test'): boolean =>
  kind === 'power_cut' || kind === 'tamper' || kind === 'support_access';

const isAboutHub = (kind: AlertKind): boolean => kind === 'hub_broken' || kind === 'hub_silent';

/** Returns the daily email count up to which an email of this cause still goes out. */
export const mostMails = (kind: AlertKind): number =>
  kind === 'tamper' || isAboutHub(kind) ? alertRules.mailsPerDay : alertRules.mailsPerDay - alertRules.mailsKept;

/**
 * Returns the default choices. Users get all messages. Installers have many devices and get emails only for broken hub
 * links and silent hubs.
 */
export function usualChoices(role: Role): AlertChoices {
  const choiceOf = (kind: AlertKind) => ({
    portal: true,
    email: role === 'user' || isAboutHub(kind),
    push: role === 'user' || isAboutHub(kind) || kind === 'tamper',
  });
  return Object.fromEntries(alertKinds.map((kind) => [kind, choiceOf(kind)])) as AlertChoices;
}

/** Wall-clock hours in a user's time zone, `HH:MM`. The range may cross midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;

/**
 * Returns the end of the quiet hours that contain an instant, or null when the instant is outside. Follows the wall
 * clock across clock changes.
 */
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

/** Returns the shorter of the two ways round the clock, in minutes. */
const shortWay = (minutes: number): number =>
  ((((minutes + DAY_MINUTES / 2) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
