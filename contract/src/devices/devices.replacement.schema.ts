import { z } from 'zod';
import { claimCodeSchema, typedSerialSchema } from './registration/devices.registration.schema.ts';

/** IDEV-10: the tracker that replaces a faulty tracker. Also validates the form. */
export const replacementSchema = z.strictObject({ newSerialNumber: typedSerialSchema, claimCode: claimCodeSchema });

export type Replacement = z.infer<typeof replacementSchema>;
