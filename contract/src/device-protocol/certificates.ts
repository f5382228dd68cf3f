import { z } from 'zod';

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
