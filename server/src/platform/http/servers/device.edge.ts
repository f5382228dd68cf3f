// The functions that devices call over HTTP: with any content type and without a session. The main server and the device
// port serve the same functions.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { CallLimit } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';
import type { EdgeTools } from '../edge-tools.ts';
import { parseJsonBody } from '../requests/json-body.ts';
import { hiddenRoute } from '../route-policies.ts';

/** The certificate of a device on the device port. The handshake has verified it. */
export interface DeviceCertificate {
  readonly serial: string;
  readonly fingerprint: string;
  readonly validToMs: number;
}

export interface DeviceRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as JSON. Undefined without a body. Refuses a body that is not JSON. */
  json(): unknown;
  /** Null outside the device port. */
  readonly certificate: DeviceCertificate | null;
  /** The origin under which the device reaches this server. */
  readonly baseUrl: string;
  /** Counts the request of a proven device. Refuses when there were too many. */
  count(deviceId: number): void;
}

export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Readable | string | null;
}

export interface DeviceFunction {
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT')[];
  /** In the form of the router, such as `/ddi/:tenant`. */
  readonly path: string;
  /** People call an endpoint at the same address of the main server. The token of a device tells them apart. */
  readonly isShared?: boolean;
  handle(request: DeviceRequest): Promise<DeviceAnswer>;
}

export interface DeviceFunctions {
  readonly list: readonly DeviceFunction[];
  readonly bodyMaxBytes: number;
  /** Requests of one device. */
  readonly limit: CallLimit;
  /** Requests without a proof or with a wrong proof, from one address. */
  readonly strangerLimit: CallLimit;
}

export interface DeviceEdgeOptions {
  /** Put before the path of shared functions: see `prefixDeviceCalls`. */
  readonly sharedPrefix: string;
  readonly functions: DeviceFunctions;
  readonly count: EdgeTools['countStranger'];
  certificateOf(request: FastifyRequest): DeviceCertificate | null;
  baseUrlOf(request: FastifyRequest): string;
}

const SHARED_PREFIX = '/device';

/** Rewrites the address of a device's request to a shared address: a prefix leads to the function for devices. */
export function prefixDeviceCalls({ list }: DeviceFunctions): (request: IncomingMessage) => string {
  const shared = new Set(list.flatMap(({ isShared, path }) => (isShared ? [path] : [])));
  return ({ url = '/', headers }) => {
    const isOfDevice = /^(bearer|targettoken) /i.test(headers.authorization ?? '');
    return isOfDevice && shared.has(url.split('?', 1)[0]!) ? SHARED_PREFIX + url : url;
  };
}

/** A download whose device takes no byte for this long is cut. */
const STALLED_MS = 60_000;

/** Serves the functions on the main server, where no device has a certificate. */
export function addDeviceFunctions(
  server: FastifyInstance,
  edge: EdgeTools,
  functions: DeviceFunctions,
  portalUrl: () => string,
): void {
  const proof = { certificateOf: () => null, count: edge.countStranger };
  addDeviceEdge(server, { ...proof, functions, sharedPrefix: SHARED_PREFIX, baseUrlOf: portalUrl });
}

export function addDeviceEdge(server: FastifyInstance, options: DeviceEdgeOptions): void {
  const { functions } = options;
  void server.register(async (devices) => {
    devices.removeAllContentTypeParsers();
    devices.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    for (const { methods, path, isShared, handle } of functions.list)
      devices.route({
        ...hiddenRoute('anybody'),
        method: [...methods],
        url: isShared ? options.sharedPrefix + path : path,
        exposeHeadRoute: false,
        bodyLimit: functions.bodyMaxBytes,
        handler: async (request, reply) => {
          const answer = await handle(requestOf(request, options)).catch((error: unknown) => {
            const isStranger = error instanceof Refusal && error.code === 'unauthenticated';
            if (isStranger) options.count('device.stranger', request, functions.strangerLimit);
            throw error;
          });
          return send(reply, answer);
        },
      });
  });
}

function requestOf(request: FastifyRequest, options: DeviceEdgeOptions): DeviceRequest {
  const { functions, count } = options;
  return {
    method: request.method,
    params: request.params as DeviceRequest['params'],
    query: request.query as DeviceRequest['query'],
    headers: request.headers,
    json: () => jsonOf(request.body),
    certificate: options.certificateOf(request),
    baseUrl: options.baseUrlOf(request),
    count: (deviceId) => count('device.request', request, functions.limit, String(deviceId)),
  };
}

function jsonOf(body: unknown): unknown {
  const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : '';
  return text === '' ? undefined : parseJsonBody(text);
}

function send(reply: FastifyReply, { status, headers, body }: DeviceAnswer): FastifyReply {
  if (body instanceof Readable) reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
