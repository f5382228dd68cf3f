import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { registryRules } from './devices.registry.rules.ts';

/** A serial that can connect. A claim code is never shown again after its generation. */
export const registryEntrySchema = z.strictObject({
  serialNumber: z.string(),
  enteredAt: instantSchema,
  /** `factory`: the tracker entered the registry by itself, at its first connection. */
  enteredBy: z.enum(['factory', 'staff']),
  lastConnectedAt: instantSchema.nullable(),
  needsClaimCode: z.boolean(),
  isRegistered: z.boolean(),
});

export type RegistryEntry = z.infer<typeof registryEntrySchema>;

export const registryOutcomes = ['entered', 'changed', 'unchanged', 'bad'] as const;

export const registryRowSchema = z.strictObject({
  line: z.int().nonnegative(),
  serialNumber: z.string().nullable(),
  outcome: z.enum(registryOutcomes),
  problem: z.string().nullable(),
  /** The server generates a code for this row, or has just generated the code. */
  isNewCode: z.boolean(),
  /**
   * The code of the label: of the file, or just generated. Null without a code, and in a dry run for a code that is not
   * generated yet.
   */
  claimCode: z.string().nullable(),
});

export type RegistryRow = z.infer<typeof registryRowSchema>;

export const registryLoadSchema = z.strictObject({ dryRun: z.boolean(), rows: z.array(registryRowSchema) });

export type RegistryLoad = z.infer<typeof registryLoadSchema>;

export const newEntrySchema = z.strictObject({
  serialNumber: z.string().trim().min(1).max(64),
  /** Empty for none, or the word `new` to generate a code. */
  claimCode: z.string().trim().max(100).default(''),
});

export const labelSchema = z.strictObject({
  serialNumber: serialSchema,
  claimCode: z
    .string()
    .regex(/^[0-9A-Z]{16,64}$/)
    .nullable(),
});

export const labelsSchema = z.strictObject({ labels: z.array(labelSchema).min(1).max(registryRules.mostLabels) });
