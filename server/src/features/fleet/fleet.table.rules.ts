import type { TableFilter } from '@trace/contract/fleet/fleet.table.schema';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

const isId = (part: unknown): boolean => Number.isSafeInteger(part) && (part as number) > 0;
const isName = (part: unknown): boolean => typeof part === 'string' && part.length <= 200;
const isMs = (part: unknown): boolean => Number.isSafeInteger(part);
const isRank = (part: unknown): boolean => Number.isInteger(part) && (part as number) >= 0 && (part as number) <= 9;

/** What a place is made of in each sort. */
const places: Record<TableFilter['sort'], readonly ((part: unknown) => boolean)[]> = {
  name: [isName, isId],
  registered: [isMs, isId],
  lastSeen: [isMs, isId],
  status: [isRank, isName, isId],
};

/** A place in a list as a page keeps it: opaque to the page, and of use in the sort that it comes from. */
export const writePlace = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Null where it is no place of that sort: anybody can type into an address. */
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
 * Devices that are there stand together in the list, since their order would change with every heartbeat; within a page
 * they stand by when they were heard.
 */
export function byLastHeard<Row extends { status: DeviceStatusView }>(rows: readonly Row[]): Row[] {
  const heardMs = ({ status }: Row): number => (status.lastSeen === null ? 0 : Date.parse(status.lastSeen));
  return rows.toSorted((one, other) => heardMs(other) - heardMs(one));
}
