import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { Position } from '@trace/contract/tracking/tracking.schema';

/** A position that says where the device was. */
export type FixedPosition = Position & { lat: number; lng: number };

/** What a page has received of one device, none twice (LIVE-09). */
export interface PositionLog {
  seenIds: ReadonlySet<string>;
  /** Those with a place, ascending by when they were measured. */
  fixed: readonly FixedPosition[];
  /** The device is heard, and does not know where it is (LIVE-05). */
  isWaitingForFix: boolean;
  lastReceivedAt: number | null;
  /** When the newest of all was measured. */
  lastMeasuredAt: number | null;
}

export const emptyLog: PositionLog = {
  seenIds: new Set(),
  fixed: [],
  isWaitingForFix: false,
  lastReceivedAt: null,
  lastMeasuredAt: null,
};

/** A day of positions every ten seconds. */
const MOST_KEPT = 10_000;

/** Takes in what is new; order and repetition of arrival do not matter. */
export function accept(log: PositionLog, arrived: readonly Position[]): PositionLog {
  const fresh = arrived.filter(({ id }) => !log.seenIds.has(id));
  if (fresh.length === 0) return log;
  const newest = fresh.reduce((a, b) => (b.at >= a.at ? b : a));
  const isNewest = log.lastMeasuredAt === null || newest.at >= log.lastMeasuredAt;
  const ids = [...log.seenIds, ...fresh.map(({ id }) => id)];
  return {
    seenIds: new Set(ids.slice(-MOST_KEPT)),
    fixed: [...log.fixed, ...uniqueById(fresh).filter(isFixed)].sort((a, b) => a.at - b.at).slice(-MOST_KEPT),
    isWaitingForFix: isNewest ? !isFixed(newest) : log.isWaitingForFix,
    lastReceivedAt: Math.max(log.lastReceivedAt ?? 0, ...fresh.map(({ receivedAt }) => receivedAt)),
    lastMeasuredAt: isNewest ? newest.at : log.lastMeasuredAt,
  };
}

/**
 * Since when a page asks for what it may have missed, by the server's clock: the first look back, or before the last one
 * that it has, since one that was received earlier may be stored later.
 */
export function askSince({ lastReceivedAt }: PositionLog, serverNowMs: number): number {
  if (lastReceivedAt === null) return serverNowMs - trackingRules.firstLookBackMs;
  return lastReceivedAt - trackingRules.settleMs;
}

/** The ids of the newest that a page has of those received since then; nobody has to hand them over again. */
export function knownSince({ fixed }: PositionLog, since: number): string[] {
  const known = fixed.filter(({ receivedAt }) => receivedAt >= since);
  return known.slice(-trackingRules.mostKnown).map(({ id }) => id);
}

/** Zero coordinates are a receiver's way to say that it does not know. */
function isFixed(position: Position): position is FixedPosition {
  return position.fix && position.lat !== null && position.lng !== null && (position.lat !== 0 || position.lng !== 0);
}

function uniqueById(positions: readonly Position[]): Position[] {
  return [...new Map(positions.map((position) => [position.id, position])).values()];
}
