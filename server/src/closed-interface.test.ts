// Holes that stay closed because no endpoint takes the input: every endpoint of the contract is looked at.
import { requestAccess } from '@trace/contract/location-access/location-access.api';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contractEndpoints } from '#testing/contract-endpoints';

const endpoints = await contractEndpoints();

/** The schemas of all that an endpoint takes, as JSON Schema. */
function schemasOf({ params, query, body }: (typeof endpoints)[number]): object[] {
  const schemas = [params, query, body].filter((schema): schema is z.ZodType => schema !== undefined);
  return schemas.map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value ? Object.keys(value.properties as object) : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

const takers = (field: RegExp): string[] =>
  endpoints
    .filter((endpoint) =>
      schemasOf(endpoint)
        .flatMap(namesIn)
        .some((name) => field.test(name)),
    )
    .map(({ name }) => name);

test('no endpoint takes a position from a person, only devices report positions [T24]', () => {
  expect(endpoints.length).toBeGreaterThan(280);
  expect(takers(/^(?:lat|lng|lon|latitude|longitude|coordinates)$/i)).toEqual([]);
});

test('no endpoint takes an entry of the activity or audit log [T25] [T26]', () => {
  const logs = endpoints.filter(({ path }) => /activity|audit/.test(path));
  expect(logs.map(({ method }) => method)).toEqual(logs.map(() => 'GET'));
  expect(logs.length).toBeGreaterThan(1);
});

test('every endpoint refuses a field that it does not declare [T01] [T04]', () => {
  const open = endpoints.filter((endpoint) => schemasOf(endpoint).some(hasOpenObject));
  expect(open.map(({ name }) => name)).toEqual([]);
});

function hasOpenObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isOpen = 'properties' in value && 'type' in value && !('additionalProperties' in value);
  return isOpen || Object.values(value).some(hasOpenObject);
}

test('a device is removed by a single endpoint that asks for its serial, and no endpoint forces a deletion [T37]', () => {
  const removers = endpoints.filter(({ method, path }) => method === 'DELETE' && path === '/api/devices/{serial}');
  expect(removers.map(({ name }) => name)).toEqual(['devices.remove']);
  expect(removers[0]!.body!.safeParse({}).success).toBe(false);
  expect(takers(/force|override|overwrite|cascade|purge|testSerial/i)).toEqual([]);
});

test('every text and list that an endpoint takes has a limit, so that no pattern reads a long text [T62]', () => {
  const open = endpoints.filter((endpoint) => schemasOf(endpoint).some(hasUnlimited));
  expect(open.map(({ name }) => name)).toEqual([]);
});

/** A pattern without `+`, `*` and `{n,}` outside of brackets ends by itself. */
const isLimitedPattern = (pattern: string): boolean => !/[+*]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, ''));

interface InputSchema {
  /** A list when the value may be null. */
  type?: string | string[];
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  enum?: unknown;
  const?: unknown;
}

function hasUnlimited(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, maxLength, maxItems, pattern, ...rest } = value as InputSchema;
  const isOf = (name: string): boolean => [type].flat().includes(name);
  const isChoice = rest.enum !== undefined || rest.const !== undefined;
  const isLimited = maxLength !== undefined || isChoice || (pattern !== undefined && isLimitedPattern(pattern));
  if ((isOf('string') && !isLimited) || (isOf('array') && maxItems === undefined)) return true;
  return Object.values(value).some(hasUnlimited);
}

test.each([0, 1, 15, 61, 1_440, -5, '5', null])(
  'access for %s minutes cannot be requested [LOCREQ-01] [T54]',
  (minutes) => {
    expect(requestAccess.body!.safeParse({ minutes }).success).toBe(false);
  },
);
