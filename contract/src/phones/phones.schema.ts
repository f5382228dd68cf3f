import { z } from 'zod';
import { nameSchema } from '../kernel/name.schema.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { phonesRules } from './phones.rules.ts';
import { phonesTexts } from './phones.texts.ts';

/** A phone of the signed-in user, and how far its set-up is. */
export const phoneSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  /** When the current secret was made. A later report proves that the app uses it. */
  secretMadeAt: instantSchema,
  lastReportAt: instantSchema.nullable(),
  lastPositionAt: instantSchema.nullable(),
});

export type Phone = z.infer<typeof phoneSchema>;

export const phoneKeySchema = z.strictObject({
  serialNumber: serialSchema,
  portalUrl: z.string(),
  /** The secret of the phone, shown only in this answer. */
  accessKey: z.string(),
});

export const newPhoneSchema = z.strictObject({
  name: nameSchema(phonesRules.nameMaxLength, {
    missing: phonesTexts.nameMissing,
    tooLong: phonesTexts.nameTooLong,
    notPlain: phonesTexts.nameNotPlain,
  }),
});
