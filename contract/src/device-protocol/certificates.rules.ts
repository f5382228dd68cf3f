import { DAY_MS } from '../kernel/time.ts';

/** REG-12: how long certificates live and when their renewal begins (decision 040). */
export const certificateRules = {
  deviceMs: 730 * DAY_MS,
  /** A device renews when less than this share of its certificate's life is left, or less than `renewLeftMs`. */
  renewShare: 1 / 3,
  renewLeftMs: 90 * DAY_MS,
  /** The certificate before stays valid for this long after the first connection with the new one. */
  sideBySideMs: 14 * DAY_MS,
  /** For this long after its end, a certificate may still connect, for its renewal alone. */
  graceMs: 180 * DAY_MS,
  /** New certificates of one device in 24 hours. A repeated request is not counted. */
  renewalsPerDay: 4,
  gatewayMs: 90 * DAY_MS,
  gatewayRenewLeftMs: 45 * DAY_MS,
  authorityMs: 20 * 365 * DAY_MS,
  /** The next authority is made when the newest authority has less than this left. */
  authorityRenewLeftMs: 4 * 365 * DAY_MS,
  /** The gateway stops using an authority with less than this left, even while devices do not trust the next authority. */
  authoritySwitchLeftMs: 180 * DAY_MS,
  /** The gateway waits with the next authority for devices that connected within this time, because they can come back. */
  activeMs: (730 + 180) * DAY_MS,
  /** Certificates that end sooner are shown to staff. */
  warnMs: 30 * DAY_MS,
} as const;
