import { z } from 'zod';
import { keyIdSchema, signatureSchema } from './firmware.manifest.schema.ts';
import { firmwareInfoSchema } from './firmware.schema.ts';

/** The headers in which a device may send its proof: `Bearer` for most clients, `TargetToken` for clients of DDI. */
export const deviceTokenSchemes = ['Bearer', 'TargetToken'] as const;

/** The check of a device, in the body or in the query: its own version, model and chip. All fields are optional. */
export const deviceCheckSchema = z.object({
  version: z.string().max(64).optional(),
  sequence: z.coerce.number().int().nonnegative().optional(),
  model: z.string().max(64).optional(),
  chip: z.string().max(32).optional(),
});

export type DeviceCheck = z.infer<typeof deviceCheckSchema>;

/** The answer of check-firmware-update to a device. Without an offer, the last four fields are null. */
export const deviceCheckAnswerSchema = firmwareInfoSchema.extend({
  updateId: z.uuid().nullable(),
  /** The signed text, byte for byte. */
  manifest: z.string().nullable(),
  keyId: keyIdSchema.nullable(),
  signature: signatureSchema.nullable(),
});

export type DeviceCheckAnswer = z.infer<typeof deviceCheckAnswerSchema>;
