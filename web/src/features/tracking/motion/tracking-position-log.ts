import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { Position } from '@trace/contract/tracking/tracking.schema';

/** A position that says where the device was. */
export type FixedPosition = Position & { lat: number; lng: number };

/** The positions that a page has received of one device, without duplicates (LIVE-09). */
export interface PositionLog {
  seenIds: ReadonlySet<string>;
  /** The positions with a fix, ascending by time of measurement. */
  fixed: readonly FixedPosition[];
  /** The device reports but has no fix (LIVE-05). */
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

/** Adds new positions. Order and repetition of arrival do not matter. */
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
 * Returns the time from which a page requests missed positions, by the server's clock: the initial look-back, or some
 * time before the last received position. A position received earlier may be stored later.
 */
export function askSince({ lastReceivedAt }: PositionLog, serverNowMs: number): number {
  if (lastReceivedAt === null) return serverNowMs - trackingRules.firstLookBackMs;
  return lastReceivedAt - trackingRules.settleMs;
}

/**
 * Returns the ids of the newest positions that the page has received since then. The server need not send these again.
 */
export function knownSince({ fixed }: PositionLog, since: number): string[] {
  const known = fixed.filter(({ receivedAt }) => receivedAt >= since);
  return known.slice(-trackingRules.mostKnown).map(({ id }) => id);
}

/** A receiver without a fix may report zero coordinates. */
function isFixed(position: Position): position is FixedPosition {
  return position.fix && position.lat !== null && position.lng !== null && (position.lat !== 0 || position.lng !== 0);
}

function uniqueById(positions: readonly Position[]): Position[] {
  return [...new Map(positions.map((position) => [position.id, position])).values()];
}
