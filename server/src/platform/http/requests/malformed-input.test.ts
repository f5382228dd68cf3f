import { request } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { uploadLogo } from '@trace/contract/companies/companies.api';
import { logoRules } from '@trace/contract/companies/companies.rules';
import { errorSchema } from '@trace/contract/kernel/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawCall } from '#testing/raw-call';

let portal: Portal;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  user = await portal.person();
});
afterAll(() => portal.stop());

const path = '/functions/v1/device-status';
const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json): RawCall => ({
  method: 'POST',
  path,
  body,
  headers,
});
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

test.each<[string, RawCall, number, string, string | undefined]>([
  [
    'an unknown field',
    post('{"serialNumber":"A","action":"getStatus","userEmail":"a@b.c"}'),
    400,
    'invalid_input',
    'body.userEmail',
  ],
  [
    'a field of the wrong type',
    post('{"serialNumber":7,"action":"getStatus"}'),
    400,
    'invalid_input',
    'body.serialNumber',
  ],
  ['a missing field', post('{"action":"getStatus"}'), 400, 'invalid_input', 'body.serialNumber'],
  [
    'a word that is none of the choices',
    post('{"serialNumber":"A","action":"explode"}'),
    400,
    'invalid_input',
    'body.action',
  ],
  [
    'a text that is too long',
    post(`{"serialNumber":"${'A'.repeat(65)}","action":"getStatus"}`),
    400,
    'invalid_input',
    'body.serialNumber',
  ],
  [
    'letters that no serial has',
    post('{"serialNumber":"A\\u0000B","action":"getStatus"}'),
    400,
    'invalid_input',
    'body.serialNumber',
  ],
  [
    'a number beyond all numbers',
    post('{"serialNumber":1e400,"action":"getStatus"}'),
    400,
    'invalid_input',
    'body.serialNumber',
  ],
  ['NaN', post('{"serialNumber":NaN,"action":"getStatus"}'), 400, 'invalid_input', 'body'],
  ['JSON that breaks off', post('{"serialNumber":"A",'), 400, 'invalid_input', 'body'],
  ['an empty body that says it is JSON', post(''), 400, 'invalid_input', 'body'],
  ['no body', { method: 'POST', path }, 400, 'invalid_input', 'body'],
  ['a list', post('[]'), 400, 'invalid_input', 'body'],
  ['null', post('null'), 400, 'invalid_input', 'body'],
  [
    'a duplicate key',
    post('{"serialNumber":"A","serialNumber":"B","action":"getStatus"}'),
    400,
    'invalid_input',
    'body',
  ],
  [
    'a duplicate key, once in other spelling',
    post('{"serialNumber":"A","serial\\u004eumber":"B","action":"getStatus"}'),
    400,
    'invalid_input',
    'body',
  ],
  [
    '__proto__',
    post('{"__proto__":{"isAdmin":true},"serialNumber":"A","action":"getStatus"}'),
    400,
    'invalid_input',
    'body.__proto__',
  ],
  [
    'a constructor',
    post('{"constructor":{"prototype":{}},"serialNumber":"A","action":"getStatus"}'),
    400,
    'invalid_input',
    'body.constructor',
  ],
  ['deep nesting', post(nested(1_000)), 400, 'invalid_input', 'body'],
  ['brackets without end', post('['.repeat(60_000)), 400, 'invalid_input', 'body'],
  ['an oversized body', post(`{"serialNumber":"${'A'.repeat(70_000)}"}`), 413, 'payload_too_large', 'body'],
  [
    'plain text',
    post('{"serialNumber":"A","action":"getStatus"}', { 'content-type': 'text/plain' }),
    415,
    'unsupported_media_type',
    'body',
  ],
  [
    'a form',
    post('serialNumber=A&action=getStatus', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'unsupported_media_type',
    'body',
  ],
  ['an unknown query', { path: '/api/devices?admin=1' }, 400, 'invalid_input', 'query.admin'],
  ['a query with a NUL character', { path: '/api/alerts?after=a%00b' }, 400, 'invalid_input', 'query.after'],
  [
    'half of a surrogate pair',
    post('{"serialNumber":"A","action":"getStatus","x":["\\ud800"]}'),
    400,
    'invalid_input',
    'body.x.0',
  ],
  ['a query twice', { path: '/api/devices?limit=5&limit=6' }, 400, 'invalid_input', 'query.limit'],
  ['a query that is no number', { path: '/api/devices?limit=NaN' }, 400, 'invalid_input', 'query.limit'],
  ['a query out of its range', { path: '/api/devices?limit=201' }, 400, 'invalid_input', 'query.limit'],
  ['a query where there is none', { path: '/api/ping-quota?user=1' }, 400, 'invalid_input', 'query.user'],
  ['a query to the stream', { path: '/api/stream?user=1' }, 400, 'invalid_input', 'query.user'],
  ['an id that is none', { method: 'DELETE', path: '/api/pings/1' }, 400, 'invalid_input', 'params.id'],
  [
    'a body where there is none',
    { method: 'DELETE', path: '/api/pings/6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f', body: { reason: 'x' } },
    400,
    'invalid_input',
    'body.reason',
  ],
  ['an address that cannot be read', { path: '/api/devices/%zz/path' }, 400, 'invalid_input', 'path'],
  ['an address that is too long', { path: `/api/devices/${'x'.repeat(500)}/path` }, 400, 'invalid_input', 'path'],
  ['an unknown address', { path: '/api/nothing' }, 404, 'not_found', undefined],
  ['an unknown function', { method: 'POST', path: '/functions/v1/nothing', body: {} }, 404, 'not_found', undefined],
  ['another method', { method: 'PUT', path: '/api/devices', body: {} }, 405, 'method_not_allowed', undefined],
])('%s is refused in the one error shape [FN-02]', async (_what, call, status, code, field) => {
  const answer = await rawCall(portal, { ...call, person: user });
  const refusal = refusalIn(answer);
  expect([answer.status, refusal.code, refusal.field]).toEqual([status, code, field]);
  expect(answer.headers.get('x-request-id')).toBe(refusal.requestId);
  expect(answer.text).not.toMatch(/zod|fastify|FST_|SyntaxError|\\n *at /i);
});

test('a wrong id in an address is said to be a wrong link [FN-02]', async () => {
  const answer = await rawCall(portal, { path: '/api/tickets/1', person: user });
  expect(refusalIn(answer)).toMatchObject({ field: 'params.id', message: 'This link is wrong or incomplete.' });
});

test('a read by staff with a NUL character in its query is refused before its audit entry [FN-02] [SUPL-06]', async () => {
  const staff = await portal.person({ role: 'staff' });
  for (const path of ['/api/support/notifications?after=a%00b', '/api/support/devices?search=a%00b'])
    expect((await rawCall(portal, { path, person: staff })).status).toBe(400);
});

test('the answer to another method names the allowed methods [FN-02]', async () => {
  const answer = await rawCall(portal, { method: 'PATCH', path: '/api/devices/Trace_1/pings', person: user });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET']);
});

test.each<[string, string, number]>([
  ['bytes that are no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['headers without end', `GET /api/devices HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 413],
  ['a method that nobody knows', 'BREW /api/devices HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['an unknown expectation', 'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\nexpect: nothing\r\n\r\n', 400],
  ['a request without a host', 'GET /api/map-style HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a request with two hosts', 'GET /api/map-style HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400],
  [
    'a length beside chunks',
    'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n',
    400,
  ],
  [
    'two lengths',
    'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 5\r\n\r\nhello',
    400,
  ],
  ['a control character in a header', 'GET /api/map-style HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n', 400],
  ['lines that end with LF alone', 'GET /api/map-style HTTP/1.1\nhost: x\n\n', 400],
])('%s get the one error shape and the connection ends [FN-02]', async (_what, bytes, status) => {
  const text = await sendBytes(bytes);
  const [head, body] = text.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(errorSchema.parse(JSON.parse(body!)).error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a refused call leaves no row behind [FN-02]', async () => {
  const body = { id: '6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f', force: true };
  expect(
    (await rawCall(portal, { method: 'POST', path: '/api/devices/Trace_1/pings', body, person: user })).status,
  ).toBe(400);
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from ping) + (select count(*) from ping_quota) + (select count(*) from device_command) as rows`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ rows: 0 }]);
});

function sendBytes(bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  // A server that hangs up while we still write is the point of the test.
  socket.on('error', () => {});
  socket.on('close', () => resolve(text));
  socket.write(bytes);
  return promise;
}

test('a file over the limit is refused after its end, so that the sender gets the refusal [GUARD-07]', async () => {
  const { cookie } = await portal.person({ role: 'installer' });
  const size = logoRules.tooBigBytes + 2 ** 20;
  const headers = { cookie, 'content-type': 'application/octet-stream', 'content-length': size };
  let status: number | undefined;
  const sent = request(portal.url + uploadLogo.path, { method: uploadLogo.method, headers });
  const answered = new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      status = response.statusCode;
      response.resume().on('end', resolve);
    });
  });
  sent.write(Buffer.alloc(1_000));
  for (const _ of [1, 2, 3]) await rawCall(portal, { path: '/api/devices', person: user });
  expect(status).toBeUndefined();
  sent.end(Buffer.alloc(size - 1_000));
  await answered;
  expect(status).toBe(413);
});
