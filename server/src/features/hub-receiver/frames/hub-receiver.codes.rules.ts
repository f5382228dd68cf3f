import type { PanicKind } from '@trace/contract/panic/panic.rules';
import type { HubMaker } from '@trace/contract/hub-receiver/hub-receiver.rules';

/** An event of a frame, as far as its meaning goes. */
export interface CodedEvent {
  readonly code: string;
  readonly qualifier: '1' | '3' | '6' | null;
}

/** SIA codes that alert, by the kind of panic. */
const siaKinds: Readonly<Partial<Record<string, PanicKind>>> = {
  ...{ PA: 'panic', HA: 'hold_up', MA: 'medical', QA: 'medical', GA: 'gas' },
  ...{ FA: 'fire', FM: 'fire', KA: 'fire', SA: 'fire' },
  ...{ BA: 'burglary', BM: 'burglary', BV: 'burglary' },
};

/** Codes that end in A like an alarm and are none: automatic arming, faults, cards, housekeeping. */
const NO_ALARMS = ['CA', 'DA', 'IA', 'OA', 'RA', 'XA', 'YA'];

/** Contact ID codes whose group of ten says another kind, or none. */
const contactIdKinds: Readonly<Partial<Record<string, PanicKind | null>>> = {
  ...{ 102: null, 143: null, 147: null, 156: null },
  ...{ 121: 'duress', 122: 'hold_up', 124: 'duress', 125: 'duress', 126: 'hold_up', 146: 'hold_up' },
  ...{ 137: 'alarm', 151: 'gas', 162: 'gas' },
};

const contactIdGroups: Readonly<Partial<Record<string, PanicKind>>> = {
  ...{ 10: 'medical', 11: 'fire', 12: 'panic', 13: 'burglary' },
};

/** Codes that only say that the hub works: test reports. They are not kept. */
const SUPERVISION = ['RP', 'RX', 'TX', '601', '602', '603', '608'];

export const isSupervision = ({ code }: CodedEvent): boolean => SUPERVISION.includes(code);

/** Returns the kind of panic, or null for an event that does not alert. An unknown alarm alerts too. */
export function kindOf({ code, qualifier }: CodedEvent, maker: HubMaker): PanicKind | null {
  return qualifier === null ? kindOfSia(code, maker) : kindOfContactId(code, qualifier, maker);
}

function kindOfSia(code: string, maker: HubMaker): PanicKind | null {
  // Ajax reports a press as PA, so HA and ND are the codes typed under duress.
  if (maker === 'ajax' && (code === 'HA' || code === 'ND')) return 'duress';
  return siaKinds[code] ?? (code.endsWith('A') && !NO_ALARMS.includes(code) ? 'alarm' : null);
}

function kindOfContactId(code: string, qualifier: '1' | '3' | '6', maker: HubMaker): PanicKind | null {
  // A restored alarm, or one that was reported before and lasts.
  if (qualifier !== '1') return null;
  // Forced access of doors in general, a code typed under duress from Ajax.
  if (code === '423') return maker === 'ajax' ? 'duress' : null;
  const known = contactIdKinds[code];
  if (known !== undefined) return known;
  return contactIdGroups[code.slice(0, 2)] ?? (code.startsWith('1') ? 'alarm' : null);
}
