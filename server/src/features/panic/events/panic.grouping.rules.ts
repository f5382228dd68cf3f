import { isTestSource, panicRules, type PanicKind } from '@trace/contract/panic/panic.rules';
import type { NewPanicEvent } from '../panic.port.ts';

/** An incident that a new event may belong to. */
export interface OpenIncident {
  readonly id: string;
  readonly kind: PanicKind;
  readonly lastEventAt: Date;
  readonly lastNotifiedAt: Date;
  /** When an event of the new event's kind last notified. Null: never. */
  readonly lastOfKindAt: Date | null;
  /** When the recorded event of this kind happened that is nearest in time to the new event. Null: there is none. */
  readonly nearestAt: Date | null;
  readonly closedAt: Date | null;
}

export interface EventPlace {
  /** Null: the event opens an incident. */
  readonly incidentId: string | null;
  /** False: the event is recorded without another message. */
  readonly isNotified: boolean;
}

/**
 * Decides which incident an event belongs to. `open` shares the hub or a device with the event, newest first, and
 * holds tests for a test and real incidents for a real event (PANIC-03, PANIC-04).
 */
export function placeOf(event: NewPanicEvent, open: readonly OpenIncident[], cooldownMs: number): EventPlace {
  const received = event.receivedAt.getTime();
  const joined = open.find(
    ({ closedAt, lastEventAt }) => closedAt === null && received - lastEventAt.getTime() <= panicRules.joinMs,
  );
  if (joined !== undefined) {
    return { incidentId: joined.id, isNotified: !isCoolingDown(event, joined, cooldownMs) };
  }
  // The same press over a slower channel, after the incident was closed, must not ring again.
  const covering = open.find((incident) => isCovered(event, incident, cooldownMs));
  return { incidentId: covering?.id ?? null, isNotified: covering === undefined };
}

/** The cool-down holds per kind of alarm. Reminders and releases notify of the kind that opened the incident. */
function isCoolingDown(
  { kind, receivedAt }: NewPanicEvent,
  { kind: first, lastNotifiedAt, lastOfKindAt }: OpenIncident,
  cooldownMs: number,
): boolean {
  const times = [lastOfKindAt, kind === first ? lastNotifiedAt : null];
  return times.some((at) => at !== null && receivedAt.getTime() - at.getTime() < cooldownMs);
}

/** A late press that the closed incident does not hold is another call for help, and alerts. */
function isCovered(
  { happenedAt, hasWrongClock, receivedAt }: NewPanicEvent,
  { closedAt, nearestAt }: OpenIncident,
  cooldownMs: number,
): boolean {
  if (closedAt === null || nearestAt === null || happenedAt === null || hasWrongClock) return false;
  if (happenedAt > closedAt || receivedAt.getTime() - closedAt.getTime() > panicRules.joinMs) return false;
  return Math.abs(happenedAt.getTime() - nearestAt.getTime()) < cooldownMs;
}

/** The seconds by which an event arrived late, or null when it arrived in time or its clock is wrong. */
export function lateSecOf({
  happenedAt,
  receivedAt,
  hasWrongClock,
}: Pick<NewPanicEvent, 'happenedAt' | 'receivedAt' | 'hasWrongClock'>): number | null {
  if (happenedAt === null || hasWrongClock) return null;
  const lateMs = receivedAt.getTime() - happenedAt.getTime();
  return lateMs > panicRules.lateMs ? Math.round(lateMs / 1_000) : null;
}

/** The locks of an event: events that may share an incident lock a common key, so two processes open one incident. */
export function lockKeysOf({ source, hub, deviceIds }: Pick<NewPanicEvent, 'source' | 'hub' | 'deviceIds'>): string[] {
  const scope = isTestSource(source) ? 'test' : 'real';
  const keys = deviceIds.map((id) => `panic:${scope}:device:${id}`);
  return hub === null ? keys : [...keys, `panic:${scope}:hub:${hub.id}`];
}
