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
  you.role === 'wearer' && (kind === 'hold_up' || kind === 'duress');

/**
 * Follows the active incidents, newest first. An incident that starts to ring covers the page, also when it rings again
 * after it was given back. An incident that already covers the page and rings keeps its place; the page offers a switch.
 */
export function attend(before: Attention, incidents: readonly Incident[]): Attention {
  const ringing = incidents.filter((each) => each.you.isRinging && !isDiscreet(each)).map(({ id }) => id);
  const fresh = ringing.filter((id) => !before.ringing.includes(id));
  const isBusy = before.shown !== null && ringing.includes(before.shown);
  return {
    // The oldest of them has waited longest.
    shown: isBusy ? before.shown : (fresh.at(-1) ?? before.shown),
    ringing,
    silenced: [
      ...before.silenced.filter((id) => ringing.includes(id) && !fresh.includes(id)),
      // The pages of the wearer never sound.
      ...incidents.filter(({ id, you }) => you.role === 'wearer' && fresh.includes(id)).map(({ id }) => id),
    ],
  };
}

export const isSounding = ({ ringing, silenced }: Attention): boolean => ringing.some((id) => !silenced.includes(id));
