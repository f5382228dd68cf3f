// A request of an operation: valid, with a hostile value in one place, or broken as a whole.
import type { Json, Operation } from './interface.ts';
import { breakText, hostileText, mutate, textOf } from './hostile.ts';
import { below, pick } from './random.ts';
import { validValue, type Source } from './values.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer | null;
}

/** The shares of valid requests and of requests with a hostile value. The rest is broken as a whole. */
export interface Mix {
  readonly valid: number;
  readonly mutated: number;
}

const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  'APPLICATION/JSON',
  'application/octet-stream',
  ',',
];

export function requestOf(source: Source, operation: Operation, mix: Mix): Request {
  const { next } = source;
  const kind = next();
  if (kind < mix.valid) return makeRequest(source, operation, 'valid');
  if (kind < mix.valid + mix.mutated) return makeRequest(source, operation, 'mutated');
  return makeRequest(source, operation, 'broken');
}

type Kind = 'valid' | 'mutated' | 'broken';

function makeRequest(source: Source, operation: Operation, kind: Kind): Request {
  const { next } = source;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const hasBody = operation.body !== null || operation.isUpload;
  const places = [
    ...inPath.map(() => 'path'),
    ...(inQuery.length > 0 ? ['query'] : []),
    ...(hasBody ? ['body', 'body'] : []),
  ];
  const place = kind === 'valid' || places.length === 0 ? '' : pick(next, places);
  const path = pathOf(source, operation, place === 'path');
  const query = queryOf(source, operation, place === 'query' || (kind === 'broken' && next() < 0.2));
  const headers: Record<string, string | string[]> = kind === 'broken' ? oddHeaders(source) : {};
  if (operation.method === 'GET') return { method: 'GET', path: path + query, headers, body: null };
  const body = operation.isUpload ? fileOf(source) : bodyOf(source, operation, kind, place === 'body');
  const type = operation.isUpload ? 'application/octet-stream' : 'application/json';
  headers['content-type'] = kind === 'broken' && next() < 0.3 ? pick(next, OTHER_TYPES) : type;
  return { method: operation.method, path: path + query, headers, body };
}

function pathOf(source: Source, { path, parameters }: Operation, isHostile: boolean): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isHostile) return encodeURIComponent(hostileText(source.next).slice(0, 500));
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    return encodeURIComponent(wordOf(validValue(source, schema, name)));
  });
}

const wordOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function queryOf(source: Source, { parameters }: Operation, isHostile: boolean): string {
  const { next } = source;
  const pairs: [string, string][] = [];
  for (const parameter of parameters.filter((one) => one.in === 'query')) {
    if (!parameter.required && next() < 0.5) continue;
    const value = wordOf(validValue(source, parameter.schema, parameter.name));
    pairs.push([parameter.name, value]);
    if (isHostile && next() < 0.5) pairs.push([parameter.name, hostileText(next)]);
  }
  if (isHostile) {
    const at = below(next, pairs.length + 1);
    const name = pairs[at]?.[0] ?? pick(next, ['limit', 'extra', '__proto__', 'cursor', 'search', 'a[b]']);
    pairs.splice(at, 1, [name, hostileText(next)]);
  }
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? '' : `?${text}`.slice(0, 6_000);
}

function bodyOf(source: Source, { body }: Operation, kind: Kind, isHere: boolean): string {
  const { next } = source;
  const value: Json = body === null ? {} : validValue(source, body, '');
  if (kind === 'broken') return breakText(next, textOf(value));
  if (!isHere) return textOf(value);
  return textOf(mutate(next, next() < 0.2 ? mutate(next, value) : value));
}

const FILES: readonly (() => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('certification_number,full_name,email\nA,"B,c@example.com\n'),
  () => Buffer.from('serial_number,claim_code\n=1+1,new\n'),
  () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000'),
  () => Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  () => Buffer.concat([Buffer.from([0xe9, 4, 2, 0x20]), Buffer.alloc(300, 0xff)]),
  () => Buffer.alloc(100_000, 0x41),
  () => Buffer.from('%PDF-1.7\n%âãÏÓ'),
];

const fileOf = ({ next }: Source): Buffer => pick(next, FILES)();

function oddHeaders({ next }: Source): Record<string, string | string[]> {
  return pick<Record<string, string | string[]>>(next, [
    {},
    { 'x-forwarded-for': '<script>, 1.2.3.4' },
    { 'x-http-method-override': 'DELETE' },
    { 'user-agent': 'x'.repeat(5_000) },
    { 'user-agent': 'a\tb\u00ff' },
    { 'x-request-id': "'; drop table audit_log; --" },
    { range: 'bytes=0-1,5-1,9999999999999-' },
    { 'if-none-match': '*' },
    { accept: 'application/xml', 'accept-encoding': 'identity;q=0' },
    { 'accept-language': 'x'.repeat(2_000) },
    { 'last-event-id': '99999999999999999999.-1' },
    { expect: 'nothing' },
    { 'content-encoding': 'gzip' },
    { cookie: 'trace_session=a; trace_session=b; __Host-trace_session=%ff' },
    { authorization: 'Bearer a\u00e9b' },
    { forwarded: 'for="[::1]";proto=https' },
    { host: 'evil.example' },
  ]);
}
