import type { SortDirection, TableSort } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter } from '@trace/contract/fleet/fleet.table.schema';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

const isId = (part: unknown): boolean => Number.isSafeInteger(part) && (part as number) > 0;
const isName = (part: unknown): boolean => typeof part === 'string' && part.length <= 300;
const isMs = (part: unknown): boolean => Number.isSafeInteger(part);
const isStep = (part: unknown): boolean => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 100;
const isRank = (part: unknown): boolean => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 9;

/** The parts of a place in each sort. */
const places: Record<TableFilter['sort'], readonly ((part: unknown) => boolean)[]> = {
  name: [isName, isId],
  registered: [isMs, isId],
  lastSeen: [isMs, isId],
  status: [isRank, isName, isId],
  hub: [isName, isId],
  network: [isName, isName, isId],
  signal: [isStep, isId],
  battery: [isStep, isId],
  user: [isName, isId],
};

/**
 * Encodes a place as a page cursor. The cursor is opaque to the page and valid only in the sort that produced the
 * cursor.
 */
export const writePlace = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * Decodes a page cursor. Returns null if the text is no place of this sort, since a user can type any text into the
 * address.
 */
export function readPlace(sort: TableFilter['sort'], text: string): readonly (string | number)[] | null {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    const checks = places[sort];
    if (!Array.isArray(parts) || parts.length !== checks.length) return null;
    return checks.every((isRight, index) => isRight(parts[index])) ? (parts as (string | number)[]) : null;
  } catch {
    // Not even JSON.
    return null;
  }
}

/**
 * Sorts the devices of a page by the exact value. The list itself gives all present devices the same place, and levels
 * are in steps, since the order would otherwise change with every heartbeat.
 */
export function sortedExactly<Row extends { status: DeviceStatusView }>(
  rows: readonly Row[],
  sort: TableSort,
  direction: SortDirection,
): readonly Row[] {
  const valueOf = exactValues[sort];
  if (valueOf === undefined) return rows;
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => sign * (valueOf(one.status) - valueOf(other.status)));
}

const UNKNOWN_LEVEL = 1_000;

const exactValues: Partial<Record<TableSort, (status: DeviceStatusView) => number>> = {
  lastSeen: ({ lastSeen }) => (lastSeen === null ? 0 : Date.parse(lastSeen)),
  battery: ({ batteryPct }) => batteryPct ?? UNKNOWN_LEVEL,
  signal: ({ signalPct }) => signalPct ?? UNKNOWN_LEVEL,
};
