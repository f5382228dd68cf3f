import { HOUR_MS } from '../kernel/time.ts';

/** LOCREQ-01: minutes that an installer may ask for. */
export const accessMinutes = [5, 10, 30, 60] as const;

export type AccessMinutes = (typeof accessMinutes)[number];

/** LOCREQ-02: an unanswered request expires. */
export const REQUEST_LIVES_MS = 24 * HOUR_MS;

/** T58: emails about the requests of one person to one user. Further requests show in the portal. */
export const requestMailLimit = { mails: 5, windowMs: 6 * HOUR_MS } as const;

/** Rows of the access log per answer. */
export const LOOKS_PAGE_SIZE = 50;

/** The data that a viewer saw of a device: one position by a ping, its ping history, its path, or live positions. */
export const lookKinds = ['ping', 'last', 'path', 'live', 'history', 'export'] as const;

export type ViewKind = (typeof lookKinds)[number];

/**
 * The permission behind a view: a grant by the device's user, being the installer of a device without a user, or a
 * support ticket (SUPL-07), or being a panic contact in an incident (PANIC-07).
 */
export const lookRights = ['grant', 'installer_unassigned', 'break_glass', 'panic'] as const;

export type ViewRight = (typeof lookRights)[number];

/** Returns the remaining time in ms, or null at the end ('Expired'). `nowMs` follows the server's clock (`asOf`). */
export function timeLeftMs(endsAt: string, nowMs: number): number | null {
  const leftMs = Date.parse(endsAt) - nowMs;
  return leftMs > 0 ? leftMs : null;
}
