import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { DeviceCondition, Said } from '#features/device-status/device-status.port';

/** When a device sent a message. */
export type Mark = Pick<Said<unknown>, 'boot' | 'ts' | 'saidAfter'>;

/** The state of an open alert. */
export interface Lasting {
  readonly id: string;
  readonly kind: AlertKind;
  /** null: the device confirmed that the cause persists, or reports do not cover this kind. */
  readonly expiresAt: Date | null;
  /** Boot and ts of the newest event. null if a report confirmed the alert since, or began the alert. */
  readonly saidBoot: number | null;
  readonly saidTs: number | null;
  /** When the newest event of this alert arrived. */
  readonly notedAt: Date;
}

/** The changes to alerts that follow from a device's report. */
export interface Changes {
  readonly begun: readonly AlertKind[];
  /** Alerts that began with an event and that the report confirms as ongoing. */
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

/** Compares a heartbeat with the open alerts. Causes that the heartbeat omits stay unchanged. */
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
    // Silence begins by a timer. A report can only end silence.
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

/** Hysteresis: between the low and the good level the state stays, so a fluctuating battery causes only one alert. */
function batteryVerdict(pct: number): Finding['is'] | null {
  if (pct < alertRules.batteryLowPct) return 'lasting';
  return pct >= alertRules.batteryGoodPct ? 'over' : null;
}

/**
 * Returns whether a report was sent after the alert's newest event. Events and reports have separate counters, so
 * within one boot the device clock decides. A report of an earlier boot counts as later only if the device's counter
 * was reset (decision 017). Such a report needs proof that the report was sent after the event arrived.
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
