// The fast path for nearly all messages: only known fields, each a number, a word or a boolean within its bounds.
import { z } from 'zod';

/**
 * Accepts only a message that the schema accepts unchanged. Returns the number of its fields, or 0 if the schema must
 * judge the message.
 */
export type FastValidator = (value: unknown) => number;

type FieldCheck = (value: unknown) => boolean;

export function createFastValidator(schema: z.ZodObject): FastValidator {
  const checks = new Map<string, FieldCheck>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const check = checkOf(field as z.ZodType);
    if (check !== null) checks.set(name, check);
    if (!(field instanceof z.ZodOptional)) required.push(name);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
    const fields = value as Record<string, unknown>;
    let count = 0;
    for (const name in fields) {
      const check = checks.get(name);
      if (check === undefined || !check(fields[name])) return 0;
      count += 1;
    }
    return required.every((name) => fields[name] !== undefined) ? count : 0;
  };
}

/** Returns null for a field that is not plain, such as a nested object. */
function checkOf(field: z.ZodType): FieldCheck | null {
  if (field instanceof z.ZodOptional) return checkOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (field instanceof z.ZodLiteral) return isOneOf([...field.values]);
  if (field instanceof z.ZodEnum) return isOneOf(field.options);
  return field instanceof z.ZodNumber ? checkOfNumber(field) : null;
}

function isOneOf(values: readonly unknown[]): FieldCheck {
  const known = new Set(values);
  return (value) => known.has(value);
}

/** PostgreSQL refuses a number that is too small for its type `real`. `decode` makes it 0. */
export const isTiny = (value: number): boolean => value !== 0 && value < TINY && value > -TINY;

const TINY = 1e-37;

function checkOfNumber({ minValue, maxValue, isInt }: z.ZodNumber): FieldCheck {
  const min = minValue ?? -Infinity;
  const max = maxValue ?? Infinity;
  const isInRange = (value: unknown) => typeof value === 'number' && value >= min && value <= max && !isTiny(value);
  return isInt ? (value) => Number.isSafeInteger(value) && isInRange(value) : (value) => isInRange(value);
}
