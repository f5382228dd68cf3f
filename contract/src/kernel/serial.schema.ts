import { z } from 'zod';
import { SERIAL_MAX_LENGTH } from './serial.ts';

/** A device's serial number: letters, digits, `_` and `-`, up to 64; case-sensitive (REG-01). */
export const serialSchema = z
  .string()
  .min(1)
  .max(SERIAL_MAX_LENGTH)
  .regex(/^[A-Za-z0-9_-]+$/, 'Use only letters, digits, _ and -.');
