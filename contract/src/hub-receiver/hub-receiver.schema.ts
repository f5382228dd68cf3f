import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { clockTolerances, hubMakers, hubReceiverRules, isHubKey, reportingProblems } from './hub-receiver.rules.ts';
import type { ClockTolerance } from './hub-receiver.rules.ts';
import { hubReceiverTexts as texts } from './hub-receiver.texts.ts';

/** The account number of a hub: 3 to 16 hexadecimal digits, stored in capitals. */
const numberSchema = z
  .string()
  .trim()
  .regex(/^[0-9A-F]{3,16}$/i, texts.numberInvalid)
  .transform((number) => number.toUpperCase());

const toleranceSchema = z.enum(Object.keys(clockTolerances) as [ClockTolerance, ...ClockTolerance[]]);

const supervisionSchema = z
  .int()
  .refine((seconds) => hubReceiverRules.supervisionChoices.some((choice) => choice === seconds), texts.intervalInvalid);

export const newHubAccountSchema = z.strictObject({
  number: numberSchema,
  maker: z.enum(hubMakers),
  /** Null: the hub reports without encryption. Omitted: the stored key stays. */
  key: z
    .string()
    .max(Math.max(...hubReceiverRules.keyLengths), texts.keyInvalid)
    .refine(isHubKey, texts.keyInvalid)
    .nullable()
    .optional(),
  supervisionSec: supervisionSchema,
  clockTolerance: toleranceSchema,
});

export type NewHubAccount = z.infer<typeof newHubAccountSchema>;

/** How the hub of a device reports directly. Contains no key. */
export const hubReportingSchema = z.strictObject({
  serialNumber: serialSchema,
  /** The address at which hubs reach this portal. Null: the portal does not receive hubs. */
  receiver: z.strictObject({ host: z.string(), port: z.int() }).nullable(),
  account: z
    .strictObject({
      number: z.string(),
      maker: z.enum(hubMakers),
      isEncrypted: z.boolean(),
      supervisionSec: z.int(),
      clockTolerance: toleranceSchema,
      /** Null: the hub has not reported yet. */
      lastReportAt: instantSchema.nullable(),
      /** Since when the hub is silent for too long. */
      silentSince: instantSchema.nullable(),
      /** Null: the last frame was taken as it came. */
      problem: z.strictObject({ kind: z.enum(reportingProblems), at: instantSchema }).nullable(),
    })
    .nullable(),
});

export type HubReporting = z.infer<typeof hubReportingSchema>;
