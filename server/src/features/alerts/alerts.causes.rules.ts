import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceCondition } from '#features/device-status/device-status.port';

/** What a device's own report says of the causes; of those that it says nothing of, nothing changes. */
export interface Reading {
  readonly lasting: readonly AlertKind[];
  readonly over: readonly AlertKind[];
}

type Verdict = 'lasting' | 'over' | null;

/** Silence begins by a clock and not by a report: here it can only be over. */
export function readCondition(condition: DeviceCondition): Reading {
  const verdicts: [AlertKind, Verdict][] = [
    ['low_battery', batteryVerdict(condition.batteryPct)],
    ['power_cut', verdictOf(condition.externalPower === null ? null : !condition.externalPower)],
    ['tamper', verdictOf(condition.tampered)],
    ['silent', condition.isSilent ? null : 'over'],
  ];
  const those = (wanted: Verdict): AlertKind[] => verdicts.flatMap(([kind, is]) => (is === wanted ? [kind] : []));
  return { lasting: those('lasting'), over: those('over') };
}

/** Between low and good nothing changes, so that a battery that wavers is told of once. */
function batteryVerdict(pct: number | null): Verdict {
  if (pct === null) return null;
  if (pct <= alertRules.batteryLowPct) return 'lasting';
  return pct >= alertRules.batteryGoodPct ? 'over' : null;
}

const verdictOf = (isBad: boolean | null): Verdict => {
  if (isBad === null) return null;
  return isBad ? 'lasting' : 'over';
};

/** The cause that an event tells of; null: a panic, which is more than an alert. */
export const causeOf = (kind: EventMessage['kind']): AlertKind | null => (kind === 'panic' ? null : kind);
