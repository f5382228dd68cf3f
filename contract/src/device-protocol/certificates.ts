import { z } from 'zod';
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

/** SHA-256 of a certificate in DER, lower-case hex. */
export const fingerprintSchema = z.string().regex(/^[0-9a-f]{64}$/);

const MAX_AUTHORITIES = 8;

/** The fields of a certificate message. Without `csr` the message only reports. */
export const certificateFields = {
  /** The certificate of this connection. */
  uses: fingerprintSchema,
  /** The authorities that the device trusts. */
  trusts: z.array(fingerprintSchema).max(MAX_AUTHORITIES),
  csr: z.string().max(4_096).optional(),
};

export const renewalRefusals = ['bad_request', 'key_in_use', 'superseded', 'too_many', 'unknown_certificate'] as const;
export type RenewalRefusal = (typeof renewalRefusals)[number];

/** The answer on `cmd/trace/<serial>/certificate`. `boot` and `seq` are copied from the device's message. */
export const certificateAnswer = z.object({
  v: z.literal(1),
  boot: z.uint32(),
  seq: z.uint32(),
  /** The device should send a request now. */
  renew: z.boolean(),
  /** The certificate for the key of the request, PEM. */
  certificate: z.string().optional(),
  /** Authorities that the device does not trust yet, PEM. */
  authorities: z.array(z.string()),
  refused: z.enum(renewalRefusals).optional(),
});

export type CertificateAnswer = z.infer<typeof certificateAnswer>;
