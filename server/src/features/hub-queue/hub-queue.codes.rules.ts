// Which events of hubs alert, and as what. Row PANIC-02.
import type { PanicKind } from '@trace/contract/panic/panic.rules';

/** Fields of an event of a hub. Null: the field is missing. Type and transition are in upper case. */
interface EventFacts {
  readonly code: string | null;
  readonly tag: string | null;
  readonly type: string | null;
  readonly transition: string | null;
}

/** Published codes and their SIA counterparts, and codes that other integrations know. */
const codes: Readonly<Record<string, PanicKind>> = {
  // Button, keypad, key fob, app, panic inputs of a transmitter.
  M_0C_20: 'panic',
  M_0A_23: 'panic',
  M_0B_23: 'panic',
  M_22_03: 'panic',
  M_22_20: 'panic',
  M_11_36: 'panic',
  M_11_38: 'panic',
  M_1D_36: 'panic',
  M_1D_38: 'panic',
  // Newer keypads and the double button.
  M_19_23: 'panic',
  M_28_23: 'panic',
  M_41_23: 'panic',
  M_43_23: 'panic',
  M_6A_23: 'panic',
  M_42_20: 'panic',
  M_42_21: 'panic',
  // A button that is set to another kind of alarm.
  M_0C_30: 'fire',
  M_0C_31: 'medical',
  M_0C_32: 'gas',
  M_0C_33: 'burglary',
  // Disarmed, or night mode ended, under duress.
  M_0A_31: 'duress',
  M_0A_2F: 'duress',
  M_22_31: 'duress',
  M_22_2F: 'duress',
  M_0A_32: 'duress',
  M_22_32: 'duress',
  // The second button of a hold-up.
  M_21_1F: 'hold_up',
};

/** Codes of ends that do not always come with the transition RECOVERED. */
const ENDS: ReadonlySet<string> = new Set(['M_11_37']);

/** Tags refine an alarm whose code is unknown. The words are those of the hub service. */
const tags: readonly (readonly [RegExp, PanicKind])[] = [
  [/hold.?up/i, 'hold_up'],
  [/duress/i, 'duress'],
  [/panic|emergencybutton/i, 'panic'],
  [/medical/i, 'medical'],
  [/fire|smoke/i, 'fire'],
  [/gas(?!\w)|gasdetected|gasalarm/i, 'gas'],
];

/** Alert whatever the type says, because a press must not depend on a field that may be missing. */
const urgentTag = /hold.?up|duress|panic|emergencybutton/i;
const endTag = /restor|recover|cancel/i;

const HUB_OFFLINE = 'M_21_0A';
const HUB_ONLINE = 'M_21_0B';

/** Codes that companies receive carry a suffix. */
const plainCode = (code: string | null): string => (code ?? '').replace(/_company$/i, '').toUpperCase();

/**
 * Returns the kind of panic, or null if the event does not alert. Every alarm alerts unless it is over. Codes and tags
 * only refine the kind, because an unknown tag once cost another portal an alarm.
 */
export function panicKindOf({ code, tag, type, transition }: EventFacts): PanicKind | null {
  const known = codes[plainCode(code)];
  if (transition === 'RECOVERED' || type?.endsWith('_RECOVERED') || ENDS.has(plainCode(code))) return null;
  if (known !== undefined) return known;
  const isUrgent = tag !== null && urgentTag.test(tag) && !endTag.test(tag);
  if (type !== 'ALARM' && !isUrgent) return null;
  return tags.find(([words]) => words.test(tag ?? ''))?.[1] ?? 'alarm';
}

/** Whether the hub lost or regained its connection. Null: the event is about something else. */
export function hubConnectionOf({ code }: Pick<EventFacts, 'code'>): 'lost' | 'regained' | null {
  const plain = plainCode(code);
  if (plain === HUB_OFFLINE) return 'lost';
  return plain === HUB_ONLINE ? 'regained' : null;
}

const CLOCK_AHEAD_MS = 5 * 60_000;
/** No hub of this service is older. */
const FIRST_YEAR = 2015;

/** An event is often late, but never from the future. */
export const hasWrongClock = (happenedAt: Date | null, receivedAt: Date): boolean =>
  happenedAt !== null &&
  (happenedAt.getTime() > receivedAt.getTime() + CLOCK_AHEAD_MS || happenedAt.getUTCFullYear() < FIRST_YEAR);
