// Numbers and kinds of panic. Rows PANIC-03, PANIC-04, PANIC-08.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** `alarm`: an alarm whose code is unknown. Unknown alarms alert like the others. */
export const panicKinds = ['panic', 'hold_up', 'duress', 'medical', 'fire', 'gas', 'burglary', 'alarm'] as const;
export type PanicKind = (typeof panicKinds)[number];

/** Alarms of a wearer under threat, whom the own phone must not betray. */
export const isDiscreetKind = (kind: PanicKind): boolean => kind === 'hold_up' || kind === 'duress';

/** Whether the person who threatens the wearer may have closed the alarm, with the wearer's phone. */
export const isDoubtfulEnd = (kind: PanicKind, closedRole: PanicRole | null): boolean =>
  isDiscreetKind(kind) && closedRole === 'wearer';

/** `staff_test` and `drill` open incidents that are marked as a test. */
export const panicSources = ['hub_queue', 'hub_direct', 'tracker', 'phone', 'staff_test', 'drill'] as const;
export type PanicSource = (typeof panicSources)[number];

export const isTestSource = (source: PanicSource): boolean => source === 'staff_test' || source === 'drill';

/** A person's part in an incident. The wearer is the user of a device that panicked. */
export const panicRoles = ['wearer', 'contact', 'company', 'support'] as const;
export type PanicRole = (typeof panicRoles)[number];

export const panicChannels = ['portal', 'push', 'email', 'sms'] as const;
export type PanicChannel = (typeof panicChannels)[number];

/**
 * `waiting`: will be sent, or a failed attempt is retried. `sent`: the page, push service, mail server or SMS gateway
 * has the message. `seen`: the person opened the incident. `none`: the person has no browser, address or number there.
 * `cancelled`: not sent, because the incident was taken or closed first, or the recipient left.
 */
export const deliveryStates = ['waiting', 'sent', 'seen', 'failed', 'none', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * `expired`: closed by the portal after a day without an outcome. `account_deleted`: the wearer deleted the account
 * during the emergency.
 */
export const panicOutcomes = ['helped', 'safe', 'false_alarm', 'test', 'expired', 'account_deleted'] as const;
export type PanicOutcome = (typeof panicOutcomes)[number];

/** The outcomes that a person can choose. */
export const choosableOutcomes = ['helped', 'safe', 'false_alarm'] as const satisfies readonly PanicOutcome[];

/** The token of a contact's link: the one of an SMS, or the one of an email, which names the recipient. */
export const INCIDENT_TOKEN = /^(?:[\w-]{43}|[\da-f-]{36}\.[\w-]{22})$/;

export const panicRules = {
  /** The settings PANIC_COOLDOWN_SEC, PANIC_STALE_SEC, PANIC_NEXT_CONTACT_SEC and PANIC_SUPPORT_SEC change these. */
  cooldownMs: 60 * SECOND_MS,
  staleMs: 120 * SECOND_MS,
  nextContactMs: 30 * SECOND_MS,
  supportMs: 90 * SECOND_MS,
  /** After the last step of the chain: the wearer learns that nobody has taken the incident, and all are reminded. */
  reminderMs: 60 * SECOND_MS,
  /** A press so long after the last one opens a new incident, also when the old one is still open. */
  joinMs: 10 * MINUTE_MS,
  /** An event that arrives so long after it happened is shown as late. */
  lateMs: 60 * SECOND_MS,
  /** A fresh position is requested at the start and then at this interval, until the incident is closed. */
  locateEveryMs: 30 * SECOND_MS,
  /** The requests end so long after the last press, reminder or give-back. The next of these begins them again. */
  locateForMs: 30 * MINUTE_MS,
  /** An unanswered request for a position ends. */
  locateWaitMs: 25 * SECOND_MS,
  /** An open incident is closed with `expired`, a test with `test`. */
  expiresMs: 24 * HOUR_MS,
  testExpiresMs: 10 * MINUTE_MS,
  /**
   * SMS cost money, and a stuck button presses all day. Limits per number and wearer: beyond `smsPerHour`, only the first
   * SMS of an incident leaves. Beyond `smsPerDay`, none does. Push and email have no such limits.
   */
  smsPerHour: 10,
  smsPerDay: 100,
  noteLength: 500,
  pageSize: 25,
  mostPerPage: 100,
  /** Lines of the timeline at once. */
  stepsPerPage: 100,
} as const;
