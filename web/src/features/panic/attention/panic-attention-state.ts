import { isDiscreetKind } from '@trace/contract/panic/panic.rules';
import type { Incident } from '@trace/contract/panic/panic.schema';

/** The state of this page toward the active incidents. */
export interface Attention {
  /** The incident that covers the page. Null: none. */
  readonly shown: string | null;
  /** The incidents that ring for this person, as of the last answer of the server. */
  readonly ringing: readonly string[];
  /** Muted on this screen. The incident itself goes on. */
  readonly silenced: readonly string[];
}

export const calm: Attention = { shown: null, ringing: [], silenced: [] };

/**
 * A person under threat must not be betrayed by the own phone: a hold-up or duress alarm does not show on the pages of
 * its wearer.
 */
export const isDiscreet = ({ kind, you }: Pick<Incident, 'kind' | 'you'>): boolean =>
  you.role === 'wearer' && isDiscreetKind(kind);

/** Real incidents before tests, each newest first. */
export const realFirst = (incidents: readonly Incident[]): readonly Incident[] => [
  ...incidents.filter(({ isTest }) => !isTest),
  ...incidents.filter(({ isTest }) => isTest),
];

/** Whether an incident that starts to ring covers the page over the incident that is shown. */
function mayCover(next: Incident, shown: Incident | undefined): boolean {
  if (shown === undefined) return true;
  return next.isTest === shown.isTest ? !shown.you.isRinging : shown.isTest;
}

/**
 * Follows the active incidents, newest first. An incident that starts to ring covers the page, also when it rings again
 * after it was given back. An incident that already covers the page and rings keeps its place; the page offers a switch.
 * A test gives way to a real incident, and never covers one.
 */
export function attend(before: Attention, incidents: readonly Incident[]): Attention {
  const loud = incidents.filter((each) => each.you.isRinging && !isDiscreet(each));
  const ringing = loud.map(({ id }) => id);
  const fresh = loud.filter(({ id }) => !before.ringing.includes(id));
  // The oldest of them has waited longest.
  const next = fresh.findLast(({ isTest }) => !isTest) ?? fresh.at(-1);
  const shown = incidents.find(({ id }) => id === before.shown);
  // A press under threat has joined the incident that covers the page of its wearer.
  const kept = shown && isDiscreet(shown) ? null : before.shown;
  const hasStarted = (id: string) => fresh.some((each) => each.id === id);
  return {
    shown: next && mayCover(next, shown) ? next.id : kept,
    ringing,
    silenced: [
      ...before.silenced.filter((id) => ringing.includes(id) && !hasStarted(id)),
      // The pages of the wearer never sound.
      ...fresh.flatMap(({ id, you }) => (you.role === 'wearer' ? id : [])),
    ],
  };
}

export const isSounding = ({ ringing, silenced }: Attention): boolean => ringing.some((id) => !silenced.includes(id));
