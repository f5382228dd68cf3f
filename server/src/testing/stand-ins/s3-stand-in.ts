// A bucket in memory that speaks as much of S3 as files need, over real HTTP.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3StandIn {
  readonly endpoint: string;
  readonly accessKeyId: string;
  /** The stored objects, by bucket and key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Uploads in parts that were begun and neither finished nor given up. */
  readonly unfinished: ReadonlyMap<string, Buffer[]>;
  /** `hang`: takes requests and never answers. A code of S3: refuses every request with it. null: works. */
  misbehave(how: 'hang' | 'NoSuchBucket' | 'AccessDenied' | 'InternalError' | null): void;
  stop(): Promise<void>;
}

const ACCESS_KEY_ID = 'stand-in-key';

const LISTED_AT_ONCE = 2;

const REFUSED_WITH = { NoSuchBucket: 404, AccessDenied: 403, InternalError: 500 };

interface Stored {
  misbehaviour: 'hang' | keyof typeof REFUSED_WITH | null;
  objects: Map<string, Buffer>;
  unfinished: Map<string, Buffer[]>;
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const stored: Stored = { misbehaviour: null, objects: new Map(), unfinished: new Map() };
  const server = createServer((request, response) => void answer(stored, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: ACCESS_KEY_ID,
    objects: stored.objects,
    unfinished: stored.unfinished,
    misbehave: (how) => {
      stored.misbehaviour = how;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(stored: Stored, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const key = decodeURIComponent(url.pathname.slice(1));
  const body = await buffer(request);
  const { misbehaviour } = stored;
  if (misbehaviour === 'hang') return;
  if (misbehaviour !== null) return refuse(response, REFUSED_WITH[misbehaviour], misbehaviour);
  if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
  const uploadId = url.searchParams.get('uploadId');
  const what = uploadId === null ? 'object' : 'part';
  switch (`${request.method} ${url.searchParams.has('uploads') ? 'uploads' : what}`) {
    case 'PUT object':
      stored.objects.set(key, body);
      return send(response, 200, { etag: etagOf(body) });
    case 'GET object':
      if (url.searchParams.has('list-type')) return sendList(response, url, stored.objects);
      return sendObject(request, response, stored.objects.get(key));
    case 'HEAD object':
      return sendObject(request, response, stored.objects.get(key));
    case 'DELETE object':
      stored.objects.delete(key);
      return send(response, 204);
    case 'POST uploads': {
      const id = randomUUID();
      stored.unfinished.set(id, []);
      return send(
        response,
        200,
        {},
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    case 'PUT part':
      stored.unfinished.get(uploadId!)![Number(url.searchParams.get('partNumber')) - 1] = body;
      return send(response, 200, { etag: etagOf(body) });
    case 'POST part':
      stored.objects.set(key, Buffer.concat(stored.unfinished.get(uploadId!)!));
      stored.unfinished.delete(uploadId!);
      return send(response, 200, {}, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
    case 'DELETE part':
      stored.unfinished.delete(uploadId!);
      return send(response, 204);
    default:
      return refuse(response, 405, 'MethodNotAllowed');
  }
}

/** Checks only the access key and the hash of the body, not the whole signature. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const signature = request.headers.authorization ?? '';
  const hash = createHash('sha256').update(body).digest('hex');
  return (
    signature.startsWith(`AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/`) &&
    request.headers['x-amz-content-sha256'] === hash
  );
}

function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer | undefined): void {
  if (object === undefined) return refuse(response, 404, 'NoSuchKey');
  const headers = { 'last-modified': new Date().toUTCString(), etag: etagOf(object) };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const shown = range === null ? object : object.subarray(Number(range[1]), Number(range[2]) + 1);
  if (range !== null && shown.length === 0) return refuse(response, 416, 'InvalidRange');
  send(response, range === null ? 200 : 206, headers, shown);
}

/** Names of objects with the prefix, so few per page that a test reads several pages. */
function sendList(response: ServerResponse, url: URL, objects: ReadonlyMap<string, Buffer>): void {
  const bucket = url.pathname.slice(1).replace(/\/$/, '');
  const prefix = `${bucket}/${url.searchParams.get('prefix') ?? ''}`;
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(bucket.length + 1));
  const from = Number(url.searchParams.get('continuation-token') ?? 0);
  const next = from + LISTED_AT_ONCE;
  const contents = keys.slice(from, next).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const more = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  const xml = `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
  send(response, 200, { 'content-type': 'application/xml' }, xml);
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function refuse(response: ServerResponse, status: number, code: string): void {
  send(response, status, { 'content-type': 'application/xml' }, `<Error><Code>${code}</Code></Error>`);
}

/** To a HEAD the library of HTTP sends the length and leaves the body away. */
function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }) });
  response.end(body);
}
