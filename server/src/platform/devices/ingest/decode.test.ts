import { describe, expect, test } from 'vitest';

import { decode } from './decode.ts';

const envelope = '"v":1,"boot":1,"seq":1,"ts":1700000000000';
const location = (fields: string): Buffer => Buffer.from(`{${envelope},${fields}}`);
const log = (text: string): Buffer => Buffer.from(`{${envelope},"level":"info","text":${text}}`);

test('a position of the contract is understood', () => {
  const { message } = decode('location', location('"lat":52.5,"lng":-13.4,"satellites":7')) as { message: unknown };
  expect(message).toEqual({ v: 1, boot: 1, seq: 1, ts: 1_700_000_000_000, lat: 52.5, lng: -13.4, satellites: 7 });
});

test('fields of a later version are ignored, colons in texts are no keys', () => {
  expect(decode('location', location('"lat":1,"lng":2,"later":{"a":[1]}')).broken).toBeUndefined();
  expect(decode('log', log('"at 12:30: \\"key\\": gone\\\\"')).broken).toBeUndefined();
  expect(decode('log', log('"caf\\u00e9 – ☕ 😀"')).broken).toBeUndefined();
});

test('minus zero and no fix are positions without a place, and no error', () => {
  expect(decode('location', location('"lat":-0,"lng":0')).broken).toBeUndefined();
  expect(decode('location', location('"fix":false')).broken).toBeUndefined();
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a payload outside the contract is reported as broken and throws no exception', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'not_json'],
    ['half a message', Buffer.from(`{${envelope},"lat"`), 'not_json'],
    ['NaN', location('"lat":NaN,"lng":1'), 'not_json'],
    ['a number beyond all numbers', location('"lat":1e400,"lng":1'), 'wrong_shape'],
    ['north of the pole', location('"lat":90.001,"lng":1'), 'wrong_shape'],
    ['east of the world', location('"lat":1,"lng":180.5'), 'wrong_shape'],
    ['a text for a number', location('"lat":"52","lng":1'), 'wrong_shape'],
    ['null for a number', location('"lat":null,"lng":1'), 'wrong_shape'],
    ['a sequence number of 33 bits', Buffer.from('{"v":1,"boot":1,"seq":4294967296,"ts":1}'), 'wrong_shape'],
    ['another version', Buffer.from('{"v":2,"boot":1,"seq":1,"ts":1}'), 'wrong_shape'],
    ['no object', Buffer.from('null'), 'wrong_shape'],
    ['a list', Buffer.from('[]'), 'wrong_shape'],
    ['invalid UTF-8', Buffer.concat([location('"lat":1'), Buffer.from([0xff, 0xfe])]), 'not_utf8'],
    ['a key that comes twice', location('"lat":1,"lng":2,"lat":3'), 'repeated_or_hidden_keys'],
    ['a key that comes twice further in', location('"x":{"a":1,"a":2}'), 'repeated_or_hidden_keys'],
    ['a key into the prototype', location('"__proto__":{"isAdmin":true}'), 'repeated_or_hidden_keys'],
    ['the same, further in', location('"x":{"\\u005f_proto__":1}'), 'repeated_or_hidden_keys'],
    ['deep nesting', location(`"x":${nested(8_000)}`), 'repeated_or_hidden_keys'],
    ['deep nesting alone', Buffer.from(nested(8_192)), 'repeated_or_hidden_keys'],
    ['100 kB', Buffer.from(nested(50_000)), 'too_big'],
  ])('%s', (_name, payload, reason) => {
    expect(decode('location', payload).broken).toBe(reason);
  });

  test('texts that the database cannot hold', () => {
    expect(decode('log', log('"a\\u0000b"')).broken).toBe('unstorable_text');
    expect(decode('log', log('"a\\ud800b"')).broken).toBe('unstorable_text');
  });
});
