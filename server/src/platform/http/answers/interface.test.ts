import { getPath } from '@trace/contract/tracking/tracking.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { refusalStatus } from '@trace/contract/kernel/errors';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint, type AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { bareServer } from '#testing/bare-server';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { contractEndpoints } from '#testing/contract-endpoints';
import { refusalsOf } from './openapi.ts';
import { UNDECLARED } from '../serve-endpoint.ts';
import { openRoute } from '../route.ts';

interface Operation {
  operationId: string;
  summary?: string;
  requestBody?: unknown;
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, unknown>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

let portal: Portal;
let document: Document;

beforeAll(async () => {
  portal = await startPortal();
  document = (await rawCall(portal, { path: '/openapi.json' })).json as Document;
});
afterAll(() => portal.stop());

const operationOf = (one: AnyEndpoint): Operation | undefined => document.paths[one.path]?.[one.method.toLowerCase()];

test('the server serves an OpenAPI 3.1 document of itself [FN-03]', () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { title: 'Trace', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('stream.open');
});

test('a caller gets the large document only some times a minute [GUARD-07]', async () => {
  const server = await bareServer();
  const { url } = await server.start();
  const statuses: number[] = [];
  for (let nth = 0; nth < 61; nth += 1) statuses.push((await fetch(`${url}/openapi.json`)).status);
  await server.stop();
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test('the document lists every endpoint of the contract with its input and every refusal [FN-03]', async () => {
  const endpoints = await contractEndpoints();
  expect(endpoints.length).toBeGreaterThan(15);
  for (const one of endpoints) {
    const operation = operationOf(one);
    expect(operation, `${one.method} ${one.path}`).toMatchObject({ operationId: one.name, summary: one.summary });
    const statuses = new Set(['200', ...refusalsOf(one).map((code) => String(refusalStatus[code]))]);
    expect(new Set(Object.keys(operation!.responses)), one.name).toEqual(statuses);
    const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const parameters =
      operation!.parameters?.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name) ?? [];
    expect(parameters.sort()).toEqual(inPath.sort());
    expect(operation!.requestBody !== undefined, one.name).toBe(one.method !== 'GET');
  }
});

test('the document describes the error once, and says of each operation whether it needs a session [FN-03]', () => {
  const text = JSON.stringify(document);
  // Once as an answer, once as an input.
  expect(text.split('"retryAfterSec"').length - 1).toBeLessThanOrEqual(2);
  expect(text.length).toBeLessThan(1_100_000);
  expect(text).not.toContain('Default Response');
  const { responses } = document.paths['/api/devices/{serial}/path']!['get']!;
  expect(responses).toMatchObject({
    402: { description: 'Refused: premium_required.' },
    403: { description: 'Refused: grant_required, forbidden.' },
    404: { description: 'Refused: not_found.' },
  });
  expect(document).toMatchObject({ servers: [{ url: '/' }], components: { schemas: { Error: { type: 'object' } } } });
  expect(document.paths['/api/auth/sign-in']!['post']).toMatchObject({ security: [] });
  expect(document.paths['/api/devices']!['get']).toMatchObject({ security: [{ session: [] }] });
});

test('the document describes files by their media type [FN-03]', () => {
  const upload = document.paths['/api/company-logos']!['post'] as unknown as { requestBody: { content: object } };
  expect(Object.keys(upload.requestBody.content)).toEqual(['application/octet-stream']);
  const download = document.paths['/api/company-logos/{id}']!['get']!.responses['200'] as { content: object };
  expect(download.content).toEqual({ 'image/webp': { schema: { type: 'string', format: 'binary' } } });
});

test('the document lists the endpoints of the contract and the stream, nothing else [FN-03]', async () => {
  const named = new Set((await contractEndpoints()).map((one) => `${one.method} ${one.path}`));
  const served = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.filter((one) => !named.has(one))).toEqual(['GET /api/stream']);
});

test('answers and refusals match the document [FN-03]', async () => {
  const user = await portal.person();
  expect(await user.api.call(listStatuses, {})).toEqual({ statuses: [] });
  const missing = await rawCall(portal, { path: getPath.path.replace('{serial}', 'Trace_nothing'), person: user });
  expect(refusalsOf(getPath)).toContain(refusalIn(missing).code);
  expect(Object.keys(operationOf(getPath)!.responses)).toContain(String(missing.status));
});

test('an answer that breaks the contract never leaves the server [FN-03]', async () => {
  const answer = z.strictObject({ name: z.string() });
  const broken = (name: string, what: unknown) =>
    openRoute(
      endpoint({
        name: `test.${name}`,
        method: 'GET',
        path: `/api/${name}`,
        who: 'anybody',
        summary: name,
        answer,
        refusals: [],
      }),
      async () => what as never,
    );
  const server = await bareServer({
    routes: [
      broken('secret', { name: 'a', password: 'secret-word' }),
      broken('shape', { name: 7 }),
      broken('good', { name: 'a' }),
    ],
  });
  try {
    const { url } = await server.start();
    const answers = await Promise.all(
      ['secret', 'shape', 'good'].map(async (name) => (await fetch(`${url}/api/${name}`)).text()),
    );
    expect(answers[0]).toContain('"code":"internal"');
    expect(answers[0]).not.toContain('secret-word');
    expect(answers[1]).toContain('"code":"internal"');
    expect(answers[2]).toBe('{"name":"a"}');
  } finally {
    await server.stop();
  }
});

test('a refusal that the endpoint does not declare is logged as an error [FN-03]', async () => {
  const description = {
    name: 'broken.gone',
    method: 'GET',
    path: '/api/gone',
    who: 'anybody',
    summary: 'Is gone.',
    answer: z.strictObject({}),
  } as const;
  const refuse = (): never => {
    throw new Refusal('gone', 'It is gone.');
  };
  const logged: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void logged.push(line) } });
  for (const refusals of [[], ['gone']] as const) {
    const server = await bareServer({ log, routes: [openRoute(endpoint({ ...description, refusals }), refuse)] });
    const { url } = await server.start();
    expect((await fetch(`${url}/api/gone`)).status).toBe(410);
    await server.stop();
  }
  expect(logged).toEqual([expect.stringContaining(UNDECLARED)]);
});
