import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { canSharePorts, limitConnections, listenMore, refuseTakenPort } from '#platform/sockets/shared-port';
import { createAllowedMethods } from './requests/allowed-methods.ts';
import { addressOf, isForwarded, keepAddresses } from './requests/caller-address.ts';
import { createCallLimits } from './requests/call-limits.ts';
import { compressAnswers } from './answers/compression.ts';
import { cutStalledAnswers, limitOpenFiles } from './answers/file-answers.ts';
import { refuseCrossSite, warnOfOtherAddress } from './requests/cross-site.ts';
import { DOCTOR_PATH } from './servers/doctor-proof.ts';
import { createEdgeTools, type EdgeTools, type Recognition } from './edge-tools.ts';
import { readEventPosition } from './answers/event-position.ts';
import { drainRequests } from './requests/drain-requests.ts';
import { failureOf } from './answers/failure.ts';
import { parseJsonBody } from './requests/json-body.ts';
import { answerNotHttp, answerUnroutable, refuseExpectation, refuseUnclearHost } from './requests/invalid-requests.ts';
import { describeInterface } from './answers/openapi.ts';
import { measureRequests } from './requests/request-metrics.ts';
import { collectRoutes, hiddenRoute, type ServedRoute } from './route-policies.ts';
import type { Route } from './route.ts';
import { sendSecurityHeaders, type OutsideHosts } from './answers/security-headers.ts';
import { addFileRoutes, addSignedRoutes } from './requests/raw-body.ts';
import { serveEndpoint, type CallRecords } from './serve-endpoint.ts';
import { refuseUnstorableText } from './requests/storable-text.ts';
import { createTlsServers, type TlsPair } from './servers/tls-server.ts';
import { serveWebPages } from './answers/web-pages.ts';

/** A bigger body is refused before its end is read. Uploads have endpoints of their own. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** A caller that sends its request slower than this is disconnected at the next check. */
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 5_000;
const STALLED_MS = 60_000;
/** The description of the interface is large, and each answer is compressed. */
const DOCUMENT_LIMIT = { calls: 60, windowSec: 60 };

export interface HttpOptions extends Recognition, CallRecords {
  host: string;
  port: number;
  /** Further connections are closed, so that descriptors remain for the device gateway. */
  maxConnections?: number;
  /** Files that answers hold open at once, so that descriptors remain for the device gateway and the database. */
  mostOpenFiles?: number;
  /** A caller that takes no byte of an answer for so long is disconnected. */
  stalledMs?: number;
  publicUrl: string | null;
  /** The pair with which this server speaks HTTPS itself. Left out: plain HTTP. */
  tls?: TlsPair | undefined;
  /** As fastify's option: the proxies whose X-Forwarded-For counts, by their number or their addresses. */
  trustProxy: false | number | readonly string[];
  version: string;
  clock: Clock;
  log: Log;
  routes: readonly Route[];
  /** Called when a request could not be answered because the database is away or refuses writes. */
  onOutage?(error: unknown): void;
  outsideHosts: OutsideHosts;
  /** Where the events stand that the stream tells; left out where there is no stream. */
  eventPosition?(): string;
  metrics?: Registry;
  webDirectory: string | null;
  /** Chooses the router's address of a request. */
  rewriteUrl?(request: IncomingMessage): string;
  /** Edges that write to the raw answer: the stream, health, metrics, files. */
  extend(server: FastifyInstance, edge: EdgeTools): void;
}

export interface HttpServer {
  /** Listens; answers the address that was really taken. */
  start(): Promise<{ port: number; url: string }>;
  /** Refuses new connections, and resolves when the requests under way are answered, or after 3 s. */
  stopAccepting(): Promise<void>;
  stop(): Promise<void>;
  /** The port that was taken, or the configured port before the start. */
  port(): number;
  /** Connections made from now on get this pair. Needs `tls`. */
  renewCertificate(pair: TlsPair): void;
  /** Every route of the router with its policy. */
  routes(): ServedRoute[];
}

/**
 * The HTTP edge checks caller, rate and shape, calls the feature's service, and answers failures in the one error
 * shape.
 */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const limits = createCallLimits(options.clock);
  const tls = options.tls === undefined ? null : createTlsServers(options.tls, REQUEST_TIMEOUT_MS);
  const server = fastify({
    ...(tls === null ? {} : { serverFactory: tls.serverFactory }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node answers a missing Host itself, without a body. `refuseUnclearHost` also sees a second Host.
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    trustProxy: trustOption(options.trustProxy),
    ...(options.rewriteUrl ? { rewriteUrl: options.rewriteUrl } : {}),
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerNotHttp,
    logger: false,
  });
  server.server.on('checkExpectation', refuseExpectation);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJsonBody(body),
  );
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler((error, request, reply) => answerFailure(options, error, request, reply));
  const servedRoutes = collectRoutes(server);
  if (options.metrics) measureRequests(server, options.metrics);
  await server.register(cookie);
  sendSecurityHeaders(server, options.outsideHosts, options.publicUrl?.startsWith('https:') ?? false);
  await describeInterface(server, options.version);
  let { port } = options;
  let ownOrigins = ownOriginsOf(options, port);
  const methodsOf = createAllowedMethods([
    ...options.routes.map((route) => route.endpoint),
    { method: 'GET', path: STREAM_PATH },
  ]);
  const drain = drainRequests(server);
  let closeMore = (): void => {};
  keepAddresses(server);
  compressAnswers(server);
  cutStalledAnswers(server, options.stalledMs ?? STALLED_MS);
  forbidCaching(server);
  if (options.trustProxy === false) warnOfProxy(server, options.log);
  warnOfOtherAddress(server, (origin) => ownOrigins.has(origin), options.log);
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    refuseUnclearHost(request.raw);
    refuseCrossSite(request, (origin) => ownOrigins.has(origin));
    refuseOtherMethods(request, reply, methodsOf);
  });
  limitOpenFiles(server, options.mostOpenFiles ?? Infinity);
  server.addHook('preValidation', async ({ params, query }) => {
    refuseUnstorableText(params, 'params');
    refuseUnstorableText(query, 'query');
  });
  const edge = {
    ...createEdgeTools(options, limits),
    sendEventPosition: readEventPosition(server, options.eventPosition),
  };
  await server.register(async (inner) => {
    const { clock, log } = options;
    for (const route of options.routes) {
      const add = (scope: FastifyInstance): void =>
        serveEndpoint(scope, route, { clock, log, records: options, limits, edge });
      if (route.endpoint.upload) await addFileRoutes(inner, add);
      else if (route.endpoint.signed) await addSignedRoutes(inner, add);
      else add(inner);
    }
  });
  options.extend(server, edge);
  serveDocument(server, edge);
  await serveWebPages(server, options.webDirectory, async (request) => (await edge.actorOf(request)) !== null);
  return {
    async start() {
      const { host, maxConnections } = options;
      if (maxConnections !== undefined) limitConnections(server.server, maxConnections);
      await refuseTakenPort({ host, port });
      await server.listen({ host, port, ...(canSharePorts ? { reusePort: true } : {}) });
      ({ port } = server.server.address() as { port: number });
      closeMore = await listenMore(server.server, host, tls === null);
      ownOrigins = ownOriginsOf(options, port);
      return { port, url: options.publicUrl ?? `http://${shownHost(options.host)}:${port}` };
    },
    stopAccepting() {
      closeMore();
      return drain.begin();
    },
    async stop() {
      limits.stop();
      closeMore();
      await server.close();
    },
    port: () => port,
    renewCertificate: (pair) => tls?.renew(pair),
    routes: servedRoutes,
  };
}

function serveDocument(server: FastifyInstance, edge: Pick<EdgeTools, 'countStranger'>): void {
  server.get('/openapi.json', hiddenRoute('anybody'), async (request) => {
    edge.countStranger('openapi', request, DOCUMENT_LIMIT);
    return server.swagger();
  });
}

/** In the form that fastify takes: a function is asked for each address, beginning with that of the connection. */
function trustOption(
  proxies: HttpOptions['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies];
}

/** Logs the first request that some proxy has passed on although none is trusted. */
function warnOfProxy(server: FastifyInstance, log: Log): void {
  let isLogged = false;
  server.addHook('onRequest', async (request) => {
    // The doctor sends an invented address.
    if (isLogged || !isForwarded(request) || request.url === DOCTOR_PATH) return;
    isLogged = true;
    log.warn(
      { proxy: addressOf(request) },
      'A proxy passes requests on but none is trusted: all its callers share one address. Set TRUST_PROXY',
    );
  });
}

/** Keeps answers out of every cache, refusals included, unless the route says how to cache. */
function forbidCaching(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
}

/** The address exists, but not for this method. */
function refuseOtherMethods(request: FastifyRequest, reply: FastifyReply, methodsOf: (url: string) => string[]): void {
  if (!request.is404) return;
  const methods = methodsOf(request.url);
  if (methods.length === 0) return;
  void reply.header('allow', methods.join(', '));
  throw new Refusal('method_not_allowed', 'This method is not allowed here.');
}

async function answerFailure(
  { log, onOutage }: HttpOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { status, answer, isDefect, outage } = failureOf(error, request.id);
  const which = { requestId: request.id, method: request.method, route: request.routeOptions.url };
  if (isDefect) log.error({ err: error, ...which }, 'Request failed with 500');
  if (outage !== null) {
    log.warn({ outage, ...which }, 'Request answered with 503, the database is away or refuses writes');
    onOutage?.(error);
  }
  if (answer.error.retryAfterSec !== undefined) void reply.header('retry-after', answer.error.retryAfterSec);
  await reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer);
}

const shownHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);

function ownOriginsOf(options: HttpOptions, port: number): Set<string> {
  if (options.publicUrl) return new Set([new URL(options.publicUrl).origin]);
  return new Set([shownHost(options.host), 'localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`));
}
