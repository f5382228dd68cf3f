import { expect, test } from 'vitest';

import { createLog } from '#platform/log/log';
import type { Log } from '#platform/log/log';

function recordedLog(): { log: Log; lines: () => Record<string, unknown>[]; text: () => string } {
  const written: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => written.push(line) } });
  return { log, lines: () => written.map((line) => JSON.parse(line)), text: () => written.join('') };
}

test('lines are JSON with level, time and message', () => {
  const { log, lines } = recordedLog();
  log.info({ deviceId: 'd1', count: 2 }, 'device registered');
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      deviceId: 'd1',
      count: 2,
      msg: 'device registered',
    },
  ]);
});

test.each([
  ...['password', 'newPassword', 'token', 'accessToken', 'refresh_token', 'cookie', 'Set-Cookie', 'authorization'],
  ...['Proxy-Authorization', 'secret', 'clientSecret', 'key', 'apiKey', 'private_key', 'otp', 'pin', 'databaseUrl'],
  ...['lat', 'lng', 'latitude', 'longitude', 'coordinates', 'position', 'location', 'geometry'],
])('the value of %s is never written, at any depth', (key) => {
  const { log, text, lines } = recordedLog();
  const hidden = { [key]: 'HIDDEN-1' };
  log.info(hidden, 'top');
  log.info({ one: { two: { three: { four: { five: hidden } } } } }, 'deep');
  log.info({ list: [{ items: [hidden] }] }, 'in lists');
  log.info({ [key]: { inner: 'HIDDEN-2' } }, 'whole objects');
  log.child(hidden).child({ inner: hidden }).info('as a binding');
  expect(text()).not.toContain('HIDDEN');
  expect(lines()).toHaveLength(5);
  expect(lines()[0]?.[key]).toBe('[redacted]');
});

test('writes a value that only looks like a secret', () => {
  const { log, lines } = recordedLog();
  log.info({ code: 'not_found', status: 404, keyboard: 'a', latencyMs: 4, tokens: 3 }, 'fine');
  expect(lines()[0]).toMatchObject({ code: 'not_found', status: 404, keyboard: 'a', latencyMs: 4, tokens: 3 });
});

test('an error shows its message, place and causes, but not the row or the refused value', () => {
  const { log, lines, text } = recordedLog();
  const refused = Object.assign(new Error('invalid input syntax for type double precision: "-33.8568"'), {
    code: '22P02',
    detail: 'Failing row contains (-33.8568, 151.2153).',
    where: 'COPY position, line 1, column lat: "-33.8568"',
    table: 'position',
  });
  log.error({ err: new Error('the batch failed', { cause: refused }) }, 'ingest');
  log.error(refused);
  expect(text()).not.toContain('33.8568');
  expect(lines()[0]).toMatchObject({
    msg: 'ingest',
    err: {
      type: 'Error',
      message: 'the batch failed',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '22P02', table: 'position', message: expect.stringContaining('double precision') },
    },
  });
});

test('a log line has a limit, however deep or long the object', () => {
  const { log, text } = recordedLog();
  const endless: Record<string, unknown> = {};
  endless['self'] = endless;
  log.info({ endless, many: Array.from({ length: 10_000 }, () => 'item') }, 'big');
  expect(text().length).toBeLessThan(2_000);
});
