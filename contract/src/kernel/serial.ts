import { z } from 'zod';

export const SERIAL_MAX_LENGTH = 64;
export const FACTORY_SERIAL_PREFIX = 'Trace_';

/** A device's serial number: letters, digits, `_` and `-`, up to 64; case-sensitive (REG-01). */
export const serialSchema = z
  .string()
  .min(1)
  .max(SERIAL_MAX_LENGTH)
  .regex(/^[A-Za-z0-9_-]+$/, 'Use only letters, digits, _ and -.');
