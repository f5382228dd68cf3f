import { z } from 'zod';
import { hubHandleSchema, hubIdSchema } from '../hubs/hubs.schema.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
import { setupRules } from './device-setup.rules.ts';
import { deviceSetupTexts } from './device-setup.texts.ts';

/** No control characters: the value goes into a modem's command line. */
const simField = z
  .string()
  .trim()
  .max(setupRules.simMaxLength, deviceSetupTexts.simTooLong)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, deviceSetupTexts.simInvalid);

/** HUB-03: what is blank is not sent, so what the device has of it stays. */
export const simSettingsSchema = z.strictObject({
  apn: simField.optional(),
  username: simField.optional(),
  password: simField.optional(),
});

export type SimSettings = z.infer<typeof simSettingsSchema>;

/** A hub of the list that the handle held. */
export const hubChoiceSchema = z.strictObject({ handle: hubHandleSchema, hubId: hubIdSchema });

export type HubChoice = z.infer<typeof hubChoiceSchema>;

/**
 * `queued`: will be sent; `sent`: the device has it; `applied`: it says that it works with it; `failed`: it said no or
 * nothing, and is asked again at `nextAt`; `cancelled`: nobody asks it again.
 */
export const setupStates = ['none', 'queued', 'sent', 'applied', 'failed', 'cancelled'] as const;

export type SetupState = (typeof setupStates)[number];

export const deviceSetupSchema = z.strictObject({
  serialNumber: serialSchema,
  hub: z
    .strictObject({
      id: hubIdSchema,
      name: z.string(),
      /** HUB-07: since when the hub service refuses the link; null while it works. */
      brokenSince: instantSchema.nullable(),
    })
    .nullable(),
  /** Which SIM fields are set; their values are never shown. */
  simFields: z.array(z.enum(['apn', 'username', 'password'])),
  hasSim: z.boolean(),
  state: z.enum(setupStates),
  attempts: z.int().nonnegative(),
  /** When the device is asked next, or looked at; null when it is not. */
  nextAt: instantSchema.nullable(),
  /** What the device said last when it said no. */
  message: z.string().nullable(),
  changedAt: instantSchema.nullable(),
  /** T08: until when the settings before can be had back, and whose change took them; null when there are none. */
  previous: z.strictObject({ keptUntil: instantSchema, changedBy: z.string().nullable() }).nullable(),
});

export type DeviceSetup = z.infer<typeof deviceSetupSchema>;
