// Values that a schema accepts, near its edges as often as not.
import type { Json, Schema } from './interface.ts';
import type { Pool } from './pool.ts';
import { below, pick, type Next } from './random.ts';

export interface Source {
  readonly next: Next;
  readonly pool: Pool;
  resolve(schema: Schema): Schema;
}

/** Tried where a schema has a pattern. */
const EXAMPLES: readonly string[] = [
  'Trace_B00001',
  'Harbour-2026-bridge',
  '123456',
  '0123456789',
  '00A41F7C',
  '1.0.5',
  '+61491570156',
  '09:30',
  '2026-11-20',
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T10:00Z',
  '6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f',
  'a@b.example',
  'ABCDEFGHJKLMNPQRSTUVWXYZ234567',
  'a'.repeat(22),
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
  'AAAA',
  'x',
];

const NUMBERS = [0, 1, 2, 7, 30, 3_600, 2 ** 31 - 1, 2 ** 53 - 1, -1, 0.5, -0];
const LONGEST = 300;
const FROM_POOL = 0.7;

/** @param key the name of the field, by which the pool knows values */
export function validValue(source: Source, given: Schema, key: string): Json {
  const schema = source.resolve(given);
  const { next } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(next, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(source, pick(next, choices), key);
  const type = typeof schema.type === 'object' ? pick(next, schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectOf(source, schema);
    case 'array':
      return listOf(source, schema, key);
    case 'string':
      return textOf(source, schema, key);
    case 'integer':
    case 'number':
      return numberOf(next, schema);
    case 'boolean':
      return next() < 0.5;
    case undefined:
    default:
      return null;
  }
}

function objectOf(source: Source, { properties = {}, required = [] }: Schema): Json {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || source.next() < 0.5);
  return Object.fromEntries(chosen.map(([name, schema]) => [name, validValue(source, schema, name)]));
}

function listOf(source: Source, { items = {}, minItems = 0, maxItems = 3 }: Schema, key: string): Json {
  const length = Math.min(maxItems, minItems + below(source.next, 3));
  return Array.from({ length }, () => validValue(source, items, key));
}

function textOf({ next, pool }: Source, schema: Schema, key: string): string {
  const known = next() < FROM_POOL ? pool.draw(next, key) : null;
  if (known !== null && fits(schema, known)) return known;
  const fitting = EXAMPLES.filter((example) => fits(schema, example));
  if (fitting.length > 0 && (schema.pattern !== undefined || next() < 0.5)) return pick(next, fitting);
  const { minLength = 0, maxLength = 40 } = schema;
  const lengths = [minLength, maxLength, minLength + 1].filter((length) => length <= LONGEST);
  return 'é'.repeat(lengths.length === 0 ? minLength : pick(next, lengths));
}

function fits({ pattern, minLength = 0, maxLength = Infinity }: Schema, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
}

function numberOf(next: Next, { type, minimum, maximum = Infinity, exclusiveMinimum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1);
  const fitting = NUMBERS.filter((one) => one >= least && one <= maximum && (type !== 'integer' || one % 1 === 0));
  const edges = [least, maximum].filter(Number.isFinite);
  return pick(next, [...fitting, ...edges, Math.max(least, 0)].filter(Number.isFinite));
}
