import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceCondition, Said } from '#features/device-status/device-status.port';

/** When a device said something. */
export type Mark = Pick<Said<unknown>, 'boot' | 'ts' | 'saidAfter'>;

/** What is known of an alert that lasts. */
export interface Lasting {
  readonly id: string;
  readonly kind: AlertKind;
  /** Null: the device said that it lasts, or it is no matter of reports. */
  readonly expiresAt: Date | null;
  /** Of its newest event; null when a report confirmed it since, or began it. */
  readonly saidBoot: number | null;
  readonly saidTs: number | null;
  /** When its newest event arrived. */
  readonly notedAt: Date;
}

/** What one device's words change. */
export interface Changes {
  readonly begun: readonly AlertKind[];
  /** What was an event, and is known to last by now. */
  readonly confirmed: readonly string[];
  readonly over: readonly string[];
  /** No longer silent. */
  readonly heard: readonly string[];
}

interface Finding {
  readonly kind: AlertKind;
  readonly is: 'lasting' | 'over';
  readonly said: Mark;
}

/** What a heartbeat says of the causes; of those that it says nothing of, nothing changes. */
export function changesBy(condition: DeviceCondition, known: readonly Lasting[]): Changes {
  const alertOf = (kind: AlertKind): Lasting | undefined => known.find((alert) => alert.kind === kind);
  const findings = findingsIn(condition);
  const those = (wanted: Finding['is'], isMeant: (alert: Lasting) => boolean): string[] =>
    findings.flatMap(({ kind, is, said }) => {
      const alert = alertOf(kind);
      return is === wanted && alert !== undefined && isMeant(alert) && isSaidAfter(said, alert) ? [alert.id] : [];
    });
  const silent = alertOf('silent');
  return {
    begun: findings.flatMap(({ kind, is }) => (is === 'lasting' && alertOf(kind) === undefined ? [kind] : [])),
    confirmed: those('lasting', ({ expiresAt, saidBoot }) => expiresAt !== null || saidBoot !== null),
    over: those('over', () => true),
    // Silence begins by a clock and not by a report: here it can only be over.
    heard: silent === undefined || condition.isSilent ? [] : [silent.id],
  };
}

function findingsIn({ batteryPct, externalPower, tampered }: DeviceCondition): Finding[] {
  return [
    ...findingOf('low_battery', batteryPct, batteryVerdict),
    ...findingOf('power_cut', externalPower, (isFed) => (isFed ? 'over' : 'lasting')),
    ...findingOf('tamper', tampered, (isOpen) => (isOpen ? 'lasting' : 'over')),
  ];
}

function findingOf<Value>(
  kind: AlertKind,
  said: Said<Value> | null,
  verdictOf: (value: Value) => Finding['is'] | null,
): Finding[] {
  const is = said === null ? null : verdictOf(said.value);
  return said === null || is === null ? [] : [{ kind, is, said }];
}

/** Between low and good nothing changes, so that a battery that wavers is told of once. */
function batteryVerdict(pct: number): Finding['is'] | null {
  if (pct <= alertRules.batteryLowPct) return 'lasting';
  return pct >= alertRules.batteryGoodPct ? 'over' : null;
}

/**
 * Whether a report was said after the alert's newest event. Events and reports count in spaces of their own: within one
 * start of a device its clock says which came first. A report of an earlier boot was said after the event when the device
 * counts anew (decision 017), which takes proof that it was said after the event arrived.
 */
function isSaidAfter({ boot, ts, saidAfter }: Mark, { saidBoot, saidTs, notedAt }: Lasting): boolean {
  if (saidBoot === null || saidTs === null || boot > saidBoot) return true;
  if (boot === saidBoot) return ts >= saidTs;
  return saidAfter !== null && saidAfter >= notedAt;
}

/** The cause that an event tells of; null: a panic, which is more than an alert. */
export const causeOf = (kind: EventMessage['kind']): AlertKind | null => (kind === 'panic' ? null : kind);

/** How long an alert that no report confirmed takes in further events. */
export const takesInMs = (kind: AlertKind): number => Math.max(alertRules.eventAgainMs, alertRules.pauseMs[kind]);
