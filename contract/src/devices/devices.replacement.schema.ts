import { z } from 'zod';
import { claimCodeSchema, typedSerialSchema } from './registration/devices.registration.schema.ts';

/** IDEV-10: the tracker that takes the place of a faulty one. Also checks the form. */
export const replacementSchema = z.strictObject({ newSerialNumber: typedSerialSchema, claimCode: claimCodeSchema });

export type Replacement = z.infer<typeof replacementSchema>;
