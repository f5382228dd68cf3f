import { z } from 'zod';
import { instantSchema } from '../../kernel/time.schema.ts';
import { nameSchema } from '../../kernel/name.schema.ts';
import { passkeyLimits } from './auth.passkeys.rules.ts';
import { passkeyTexts as texts } from './auth.passkeys.texts.ts';

/** Stands in emails about the passkey, which a thief of the session could otherwise fill with a link. */
export const passkeyNameSchema = nameSchema(passkeyLimits.nameMaxLength, {
  missing: texts.nameMissing,
  tooLong: texts.nameTooLong,
});

export const passkeySchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  /** Synced through the user's account at the passkey provider, so also on the user's other devices. */
  isSynced: z.boolean(),
});

export type Passkey = z.infer<typeof passkeySchema>;

/** Bytes in the JSON encoding of WebAuthn. */
const bytesSchema = z
  .string()
  .max(8_192)
  .regex(/^[A-Za-z0-9_-]*$/);

const credentialSchema = z.strictObject({
  id: bytesSchema,
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** The options for `navigator.credentials.create`. Field names follow WebAuthn. */
export const newPasskeyOptionsSchema = z.strictObject({
  challenge: bytesSchema,
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: bytesSchema, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(credentialSchema),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

export type NewPasskeyOptions = z.infer<typeof newPasskeyOptionsSchema>;

/**
 * The options for `navigator.credentials.get`. The list of credentials stays empty for an unknown caller: the user
 * picks the credential.
 */
export const passkeyOptionsSchema = z.strictObject({
  challenge: bytesSchema,
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credentialSchema),
});

export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

/** Some browsers send extensions and hints that were not requested. The schema drops these. */
const commonFields = {
  id: bytesSchema.min(1),
  rawId: bytesSchema.min(1),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
};

/** The result of `navigator.credentials.create`. */
export const newPasskeyAnswerSchema = z.strictObject({
  ...commonFields,
  response: z.strictObject({
    clientDataJSON: bytesSchema,
    attestationObject: bytesSchema,
    authenticatorData: bytesSchema.optional(),
    transports: z.array(z.string().max(32)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: bytesSchema.optional(),
  }),
});

export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswerSchema>;

/** The result of `navigator.credentials.get`. */
export const passkeyAnswerSchema = z.strictObject({
  ...commonFields,
  response: z.strictObject({
    clientDataJSON: bytesSchema,
    authenticatorData: bytesSchema,
    signature: bytesSchema,
    userHandle: bytesSchema.nullish(),
  }),
});

export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;
