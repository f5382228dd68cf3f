// Values that a careless server trips over, and the places of a body where they are put.
import type { Json } from './interface.ts';
import { below, pick, type Next } from './random.ts';

/** Stands for bytes of a body that `JSON.stringify` would not write. */
const RAW = /"@raw:((?:[^"\\]|\\.)*)"/g;
const raw = (text: string): string => `@raw:${text}`;

const NUL = String.fromCharCode(0);

const HOSTILE: readonly Json[] = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  raw('1e400'),
  raw('-1e400'),
  raw('"\\ud800"'),
  raw('"a\\udc00b"'),
  raw('"\\u0000"'),
  raw('{"__proto__":{"isAdmin":true}}'),
  raw('NaN'),
  raw('01'),
  raw(`${'['.repeat(500)}${']'.repeat(500)}`),
  raw(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`),
  '\u202e\u200b\ufeff',
  'İ'.repeat(50),
  '😀'.repeat(40),
  "'; drop table device; --",
  '%',
  '_',
  '%%%',
  '\\',
  '\\%',
  '<img src=x onerror=alert(1)>',
  `${'../'.repeat(4)}etc/passwd`,
  '=1+1',
  'javascript:alert(1)',
  '\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a@b',
  'A@EXAMPLE.COM',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
  '2026-02-30T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(10_000),
  '1'.repeat(400),
  '99999999999999999999.0',
  '2147483648.0',
  '1e9.1',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
  true,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { $gt: '' },
  { toString: 1 },
  { __typename: 'x' },
];

/** Texts for paths and queries. */
const HOSTILE_TEXTS = HOSTILE.filter(
  (value): value is string => typeof value === 'string' && !value.startsWith('@raw:'),
);

export const hostileValue = (next: Next): Json => pick(next, HOSTILE);
export const hostileText = (next: Next): string => pick(next, HOSTILE_TEXTS);

/** Changes one random place of a value: another value, a missing key, or a key too many. */
export function mutate(next: Next, value: Json): Json {
  if (typeof value !== 'object' || value === null || next() < 0.15) return hostileValue(next);
  if (Array.isArray(value)) {
    const list = [...(value as readonly Json[])];
    if (list.length === 0 || next() < 0.3) return [...list, hostileValue(next)];
    const at = below(next, list.length);
    return list.with(at, mutate(next, list[at] ?? null));
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  if (entries.length === 0 || next() < 0.15)
    return Object.fromEntries([...entries, [pick(next, EXTRA_KEYS), hostileValue(next)]]);
  const [key, old] = pick(next, entries);
  if (next() < 0.1) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries([...entries, [key, mutate(next, old)]]);
}

const EXTRA_KEYS = ['extra', 'role', 'userEmail', 'accountId', 'premium', 'isAdmin', 'constructor', '$where', ''];

/** The JSON text of a body with its raw places. */
export const textOf = (value: Json): string =>
  JSON.stringify(value).replaceAll(RAW, (_, text: string) => JSON.parse(`"${text}"`) as string);

/** Breaks a JSON text as a whole. */
export function breakText(next: Next, text: string): string {
  return pick(next, [
    () => text.slice(0, below(next, text.length + 1)),
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => text.replace('{', '{"__proto__":{"x":1},'),
    () => text.replace('{', '{"a":1,"\\u0061":2,'),
    () => JSON.stringify({ big: 'x'.repeat(1_000_000) }),
    () => '['.repeat(30_000),
    () => '',
    () => 'null',
    () => '"text"',
  ])();
}
