import { HOUR_MS } from '../kernel/time.ts';

/** LOCREQ-01: minutes that an installer may ask for. */
export const accessMinutes = [5, 10, 30, 60] as const;

export type AccessMinutes = (typeof accessMinutes)[number];

/** LOCREQ-02: a request that nobody answers lapses. */
export const REQUEST_LIVES_MS = 24 * HOUR_MS;

/** Rows of the ledger per answer. */
export const LOOKS_PAGE_SIZE = 50;

/** What somebody saw of a device: one position by asking for it, its ping history, its path, or positions as they came. */
export const lookKinds = ['ping', 'last', 'path', 'live', 'history', 'export'] as const;

export type ViewKind = (typeof lookKinds)[number];

/** By which right somebody looked: allowed by its user, or as the installer of a device that had no user. */
export const lookRights = ['grant', 'installer_unassigned'] as const;

export type ViewRight = (typeof lookRights)[number];

/** The time that is left, in ms; null once it is over ('Expired'). `nowMs` follows the server's clock (`asOf`). */
export function timeLeftMs(endsAt: string, nowMs: number): number | null {
  const leftMs = Date.parse(endsAt) - nowMs;
  return leftMs > 0 ? leftMs : null;
}
