import { z } from 'zod';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { breakGlassRules } from './location-access.break-glass.rules.ts';
import { breakGlassTexts as texts } from './location-access.break-glass.texts.ts';

export const newBreakGlassSchema = z.strictObject({
  ticketId: z.uuid(),
  reason: z
    .string(texts.reasonShort)
    .trim()
    .min(breakGlassRules.reasonMinLength, texts.reasonShort)
    .max(breakGlassRules.reasonMaxLength, texts.reasonLong),
});

/** The caller's own access that runs now. */
export const breakGlassSchema = z.strictObject({
  id: z.uuid(),
  serialNumber: serialSchema,
  ticketNumber: z.string(),
  reason: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** Whether the device has a user, who was told. */
  hasUser: z.boolean(),
});

export type BreakGlassAccess = z.infer<typeof breakGlassSchema>;
