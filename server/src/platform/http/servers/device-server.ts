// HTTP on the device port: serves the functions for devices alone, to devices with a certificate.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { keepAddresses, networkOfCaller } from '../requests/caller-address.ts';
import { createCallLimits } from '../requests/call-limits.ts';
import { addDeviceEdge, type DeviceCertificate, type DeviceFunctions } from './device.edge.ts';
import { failureOf } from '../answers/failure.ts';
import { answerNotHttp, answerUnroutable } from '../requests/invalid-requests.ts';
import { refuseUnstorableText } from '../requests/storable-text.ts';

/** A device that sends its request slower than this is disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection without a byte in either direction ends after this time. */
const IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 15_000;

interface Caller {
  readonly certificate: DeviceCertificate;
  /** Called once a request of the device was answered with success: the connection no longer counts as pending. */
  onAccepted(): void;
}

export interface DeviceServer {
  start(): Promise<void>;
  /** Takes a connection whose first bytes are HTTP. */
  accept(socket: Socket, certificate: DeviceCertificate, onAccepted: () => void): void;
  stop(): Promise<void>;
}

export interface DeviceServerOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly functions: DeviceFunctions;
  readonly requestTimeoutMs?: number;
}

/** Never listens: the device port passes its connections on. */
export function createDeviceServer(options: DeviceServerOptions): DeviceServer {
  const { clock, log, functions, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const callers = new WeakMap<Socket, Caller>();
  const sockets = new Set<Socket>();
  const limits = createCallLimits(clock);
  let http: Server | undefined;
  const server = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: functions.bodyMaxBytes,
    exposeHeadRoutes: false,
    frameworkErrors: answerUnroutable,
    logger: false,
    serverFactory: (handler) => {
      http = createServer(
        {
          headersTimeout: requestTimeoutMs,
          requestTimeout: requestTimeoutMs,
          connectionsCheckingInterval: requestTimeoutMs / 6,
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        handler,
      );
      http.timeout = IDLE_MS;
      http.on('clientError', answerNotHttp);
      return http;
    },
  });
  keepAddresses(server);
  server.setErrorHandler(async (error, request, reply) => {
    const { status, answer, isDefect } = failureOf(error, request.id);
    if (isDefect) log.error({ err: error, route: request.routeOptions.url }, 'Request of a device failed with 500');
    if (answer.error.retryAfterSec !== undefined) void reply.header('retry-after', answer.error.retryAfterSec);
    await reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer);
  });
  server.setNotFoundHandler(async (request, reply) => {
    const error = { code: 'not_found', message: 'Not found.', requestId: request.id };
    await reply.code(404).header('cache-control', 'no-store').send({ error });
  });
  server.addHook('preValidation', async ({ params, query }) => {
    refuseUnstorableText(params, 'params');
    refuseUnstorableText(query, 'query');
  });
  server.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) callers.get(request.socket)?.onAccepted();
  });
  addDeviceEdge(server, {
    functions,
    sharedPrefix: '',
    count: (name, request, limit, caller = networkOfCaller(request)) => limits.count(name, caller, limit),
    certificateOf: ({ socket }) => callers.get(socket)?.certificate ?? null,
    baseUrlOf,
  });

  return {
    async start() {
      await server.ready();
      // Node checks the timeouts of requests only from this event on.
      http!.emit('listening');
    },
    accept(socket, certificate, onAccepted) {
      callers.set(socket, { certificate, onAccepted });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      http!.emit('connection', socket);
    },
    async stop() {
      limits.stop();
      for (const socket of sockets) socket.destroy();
      await server.close();
      // Ends the check of timeouts, which the server has begun without listening.
      http?.close();
    },
  };
}

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** The device has verified the name of the server, so the name that it asked for is the name that it reaches. */
function baseUrlOf({ headers, socket }: FastifyRequest): string {
  const host = headers.host ?? '';
  return `https://${HOST.test(host) ? host : `localhost:${socket.localPort}`}`;
}
