import { z } from 'zod';
import type { TableFilter } from '@trace/contract/devices/devices.list.schema';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

const id = z.int().positive();
const name = z.string().max(200);
const ms = z.int();

const places = {
  name: z.tuple([name, id]),
  registered: z.tuple([ms, id]),
  lastSeen: z.tuple([ms, id]),
  status: z.tuple([z.int().min(0).max(9), name, id]),
} as const;

/** A place in a list as a page keeps it: opaque to the page, and of use in the sort that it comes from. */
export const writePlace = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Null where it is no place of that sort: anybody can type into an address. */
export function readPlace(sort: TableFilter['sort'], text: string): readonly (string | number)[] | null {
  try {
    const parsed = places[sort].safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return parsed.success ? parsed.data : null;
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
