import { messageSchemas } from '@trace/contract/device-protocol/messages';
import { describe, expect, test } from 'vitest';
import { createFastValidator } from './fast-validator.ts';

const envelope = { v: 1, boot: 3, seq: 12_345, ts: 1_795_313_712_609 };
const samples = {
  location: { ...envelope, fix: true, lat: -33.87, lng: 151.2, speedMps: 12.4, courseDeg: 181.2, altitudeM: 31 },
  heartbeat: { ...envelope, status: 'online', intervalSec: 60, batteryPct: 80, configApplied: true },
  status: { ...envelope, status: 'sleeping', wakeInSec: 3_600 },
  event: { ...envelope, kind: 'panic', lat: 1, lng: 2 },
};
const strange = [
  undefined,
  null,
  '',
  'online',
  '1',
  true,
  [],
  {},
  -0,
  0,
  1,
  -1,
  1.5,
  90,
  90.001,
  -90.001,
  180,
  180.5,
  360.1,
  500.1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  1e300,
  -1e300,
  Infinity,
  Number.NaN,
];

describe.each(Object.entries(samples))('%s', (kind, sample) => {
  const schema = messageSchemas[kind as keyof typeof samples];
  const check = createFastValidator(schema);

  test('accepts an ordinary message and returns the number of its fields', () => {
    expect(check(sample)).toBe(Object.keys(sample).length);
  });

  test('accepts no message that the schema refuses or changes, whatever a field contains', () => {
    const fields = [...Object.keys(schema.shape), 'later', '__proto__', 'constructor'];
    const messages = fields.flatMap((field) =>
      strange.flatMap((value): unknown[] => {
        const message = { ...sample, [field]: value };
        return [message, JSON.parse(JSON.stringify(message))];
      }),
    );
    const accepted = messages.filter((message) => check(message) > 0);
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.map((message) => schema.safeParse(message))).toEqual(
      accepted.map((data) => ({ success: true, data })),
    );
  });

  test('leaves a message that lacks a field to the schema', () => {
    for (const field of ['v', 'boot', 'ts']) expect(check({ ...sample, [field]: undefined })).toBe(0);
    expect([null, [], 'text', 7, {}].map(check)).toEqual([0, 0, 0, 0, 0]);
  });
});
