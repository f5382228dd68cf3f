import { z } from 'zod';
import { hubHandleSchema, hubIdSchema } from '../hubs/hubs.schema.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { setupRules } from './device-setup.rules.ts';
import { deviceSetupTexts } from './device-setup.texts.ts';

/** No control characters: the value goes into a modem's command line. */
const simField = z
  .string()
  .trim()
  .max(setupRules.simMaxLength, deviceSetupTexts.simTooLong)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, deviceSetupTexts.simInvalid);

/** HUB-03: a blank field is not sent, so the device keeps its value. */
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
 * `queued`: will be sent. `sent`: the device has the settings. `applied`: the device reports that it works with the
 * settings. `failed`: the device refused or did not answer, and is asked again at `nextAt`. `cancelled`: no further
 * attempts.
 */
export const setupStates = ['none', 'queued', 'sent', 'applied', 'failed', 'cancelled'] as const;

export type SetupState = (typeof setupStates)[number];

export const deviceSetupSchema = z.strictObject({
  serialNumber: serialSchema,
  hub: z
    .strictObject({
      id: hubIdSchema,
      name: z.string(),
      /** HUB-07: since when the hub service refuses the link. Null while the link works. */
      brokenSince: instantSchema.nullable(),
    })
    .nullable(),
  /** Which SIM fields are set; their values are never shown. */
  simFields: z.array(z.enum(['apn', 'username', 'password'])),
  hasSim: z.boolean(),
  state: z.enum(setupStates),
  attempts: z.int().nonnegative(),
  /** When the device is next asked or checked. Null when no attempt is planned. */
  nextAt: instantSchema.nullable(),
  /** The device's message with its last refusal. */
  message: z.string().nullable(),
  changedAt: instantSchema.nullable(),
  /**
   * T08: until when the previous settings can be restored, and whose change replaced these. Null without previous
   * settings.
   */
  previous: z.strictObject({ keptUntil: instantSchema, changedBy: z.string().nullable() }).nullable(),
});

export type DeviceSetup = z.infer<typeof deviceSetupSchema>;
