import { z } from 'zod';
import { channels, chips, firmwareRules } from './firmware.rules.ts';

/** FWM-01: SemVer 2.0.0 without a leading v, as in 1.0.5 or 2.1.0-beta. */
export const versionSchema = z
  .string()
  .max(firmwareRules.versionMaxLength)
  .regex(
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(\+[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?$/,
    'Enter a version such as 1.0.5 or 2.1.0-beta.',
  );

export const modelSchema = z
  .string()
  .min(1)
  .max(firmwareRules.modelMaxLength)
  .regex(/^[a-z0-9][a-z0-9._-]*$/);

const hash = (hexDigits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${hexDigits}}$`));

/**
 * The text that the vendor signs. The signature is Ed25519 over the exact bytes of the manifest's text, so nobody needs to agree
 * on a canonical form. A device installs an image only with a manifest that names its own model and chip, that is signed
 * with a key it trusts, that has not expired, and whose `sequence` is greater than its own.
 */
export const manifestSchema = z.strictObject({
  schema: z.literal(1),
  model: modelSchema,
  /** Null: the image is for no ESP chip, and the device does not check. */
  chip: z.enum(chips).nullable(),
  version: versionSchema,
  /** Grows with every release of a model. */
  sequence: z.int().positive(),
  /** A device below this sequence must install another release first. 0: any device. */
  minSequence: z.int().nonnegative(),
  size: z.int().positive().max(firmwareRules.imageMaxBytes),
  sha256: hash(64),
  md5: hash(32),
  /** The path of the image on the server, with the release and without an address. */
  url: z.string().max(200),
  channel: z.enum(channels),
  notBefore: z.iso.datetime(),
  expires: z.iso.datetime(),
  notesUrl: z.url().max(300).nullable(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The first 16 hex digits of the SHA-256 of the public key's SPKI bytes. */
export const keyIdSchema = hash(16);

/** 64 bytes in Base64. */
export const signatureSchema = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

/** The file that the signing command writes. */
export const signatureFileSchema = z.strictObject({ keyId: keyIdSchema, signature: signatureSchema });
export type SignatureFile = z.infer<typeof signatureFileSchema>;

/** A manifest as devices receive it. */
export const signedManifestSchema = z.strictObject({
  manifest: z.string().max(4_096),
  keyId: keyIdSchema,
  signature: signatureSchema,
});
export type SignedManifest = z.infer<typeof signedManifestSchema>;
