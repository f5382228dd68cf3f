import { endpoint } from '@trace/contract/kernel/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bareServer } from '#testing/bare-server';
import type { HttpServer } from '../http-server.ts';
import { openRoute } from '../route.ts';

const answer = z.object({ text: z.string() });
const read = (name: string, method: 'GET' | 'POST') =>
  endpoint({ name: `test.${name}`, method, path: `/api/${name}`, who: 'anybody', summary: name, answer, refusals: [] });
const long = { text: 'on the road '.repeat(200) };

let server: HttpServer;
let url: string;

beforeAll(async () => {
  server = await bareServer({
    routes: [
      openRoute(read('long', 'GET'), async () => long),
      openRoute(read('short', 'GET'), async () => ({ text: 'parked' })),
      openRoute(read('write', 'POST'), async () => long),
    ],
    extend: (instance) => {
      instance.get('/api/events', { config: { who: 'anybody' } }, (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.raw.end(`data: ${JSON.stringify(long)}\n\n`);
      });
    },
  });
  url = (await server.start()).url;
});
afterAll(() => server.stop());

const call = (path: string, accepted: string, method = 'GET') =>
  fetch(url + path, { method, headers: { 'accept-encoding': accepted, origin: url } });

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
])('the server compresses a long answer in the way that the caller takes: %s', async (accepted, expected) => {
  const response = await call('/api/long', accepted);
  expect(response.headers.get('content-encoding')).toBe(expected);
  expect(response.headers.get('vary')).toContain('accept-encoding');
  expect(Number(response.headers.get('content-length')) < 1_000).toBe(expected !== null);
  expect(await response.json()).toEqual(long);
});

test('the server sends short answers, answers of writes and streams as they are', async () => {
  for (const [path, method] of [
    ['/api/short', 'GET'],
    ['/api/write', 'POST'],
    ['/api/events', 'GET'],
  ] as const) {
    const response = await call(path, 'br', method);
    expect([response.status, response.headers.get('content-encoding')], path).toEqual([200, null]);
    expect(await response.text()).not.toBe('');
  }
});
