import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { AnyEndpoint, FileContent, FileStream } from '@trace/contract/kernel/endpoint';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { createAllowedMethods } from './allowed-methods.ts';
import { addressOf, isForwarded, keepAddresses } from './caller-address.ts';
import { createCallLimits, ordinaryLimit, type CallLimits } from './call-limits.ts';
import { compressAnswers } from './compression.ts';
import { refuseCrossSite, warnOfOtherAddress } from './cross-site.ts';
import { beginsSession, readEventPosition } from './event-position.ts';
import { failureOf } from './failure.ts';
import { requireRole, requireFreshProof, requireStaffAdmin } from './access-check.ts';
import { parseJsonBody } from './json-body.ts';
import { answerNotHttp, answerUnroutable } from './invalid-requests.ts';
import { describeInterface, schemaOf } from './openapi.ts';
import { measureRequests } from './request-metrics.ts';
import { collectRoutes, hiddenRoute, type ServedRoute } from './route-policies.ts';
import type { CallOrigin, Route } from './route.ts';
import { sendSecurityHeaders, type OutsideHosts } from './security-headers.ts';
import { addFileRoutes, addSignedRoutes, dropOversizedFile, sendFile, sendStream } from './raw-body.ts';
import { serveWebPages } from './web-pages.ts';

/** A bigger body is refused before its end is read. Uploads have endpoints of their own. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** A caller that sends its request slower than this is disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface RefusedCall {
  endpoint: AnyEndpoint;
  actor: Actor | null;
  origin: CallOrigin;
  status: number;
  code: string;
  params: Record<string, string>;
}

export interface HttpOptions {
  host: string;
  port: number;
  /** Further connections are dropped, so that descriptors remain for the device gateway. */
  maxConnections?: number;
  publicUrl: string | null;
  /** As fastify's option: the proxies whose X-Forwarded-For counts, by their number or their addresses. */
  trustProxy: false | number | readonly string[];
  version: string;
  clock: Clock;
  log: Log;
  routes: readonly Route[];
  /** The person of a request's cookies, or null. */
  authenticate(cookies: Record<string, string | undefined>, how: { isBackground: boolean }): Promise<Actor | null>;
  isOperator(request: { address: string; authorization: string | undefined; isForwarded: boolean }): boolean;
  /** Called when a signed-in person is refused for a reason of access or state (402 to 423, except 413 and 415). */
  onRefused(call: RefusedCall): Promise<void>;
  /** Called when a request could not be answered because the database is away or refuses writes. */
  onOutage?(error: unknown): void;
  outsideHosts: OutsideHosts;
  /** Where the events stand that the stream tells; left out where there is no stream. */
  eventPosition?(): string;
  metrics?: Registry;
  webDirectory: string | null;
  /** Edges that write to the raw answer: the stream, health, metrics, files. */
  extend(server: FastifyInstance, edge: EdgeTools): void;
}

export interface EdgeTools {
  actorOf(request: FastifyRequest): Promise<Actor | null>;
  originOf(request: FastifyRequest): CallOrigin;
  isOperator(request: FastifyRequest): boolean;
  /** Counts a call of an edge that is no endpoint; refuses when there were too many. */
  countCall(name: string, request: FastifyRequest, actor: Actor | null): void;
}

export interface HttpServer {
  /** Listens; answers the address that was really taken. */
  start(): Promise<{ port: number; url: string }>;
  stop(): Promise<void>;
  /** Every route of the router with its policy. */
  routes(): ServedRoute[];
}

/**
 * The HTTP edge checks caller, rate and shape, calls the feature's service, and answers failures in the one error
 * shape.
 */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const limits = createCallLimits(options.clock);
  const server = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustOption(options.trustProxy),
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerNotHttp,
    logger: false,
  });
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
  await sendSecurityHeaders(server, options.outsideHosts, options.publicUrl?.startsWith('https:') ?? false);
  await describeInterface(server, options.version);
  let ownOrigins = ownOriginsOf(options, options.port);
  const methodsOf = createAllowedMethods([
    ...options.routes.map((route) => route.endpoint),
    { method: 'GET', path: STREAM_PATH },
  ]);
  keepAddresses(server);
  compressAnswers(server);
  forbidCaching(server);
  if (options.trustProxy === false) warnOfProxy(server, options.log);
  warnOfOtherAddress(server, (origin) => ownOrigins.has(origin), options.log);
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    refuseCrossSite(request, (origin) => ownOrigins.has(origin));
    refuseOtherMethods(request, reply, methodsOf);
  });
  const edge = { ...edgeTools(options, limits), sendEventPosition: readEventPosition(server, options.eventPosition) };
  await server.register(async (inner) => {
    for (const route of options.routes) {
      const add = (scope: FastifyInstance): void => addRoute(scope, route, options, limits, edge);
      if (route.endpoint.upload) await addFileRoutes(inner, add);
      else if (route.endpoint.signed) await addSignedRoutes(inner, add);
      else add(inner);
    }
  });
  options.extend(server, edge);
  server.get('/openapi.json', hiddenRoute('anybody'), () => server.swagger());
  await serveWebPages(server, options.webDirectory, async (request) => (await edge.actorOf(request)) !== null);
  return {
    async start() {
      if (options.maxConnections !== undefined) server.server.maxConnections = options.maxConnections;
      await server.listen({ host: options.host, port: options.port });
      const port = (server.server.address() as { port: number }).port;
      ownOrigins = ownOriginsOf(options, port);
      return { port, url: options.publicUrl ?? `http://${shownHost(options.host)}:${port}` };
    },
    async stop() {
      limits.stop();
      await server.close();
    },
    routes: servedRoutes,
  };
}

function edgeTools(options: HttpOptions, limits: CallLimits): EdgeTools {
  return {
    actorOf: (request) => options.authenticate(request.cookies, { isBackground: isBackground(request) }),
    originOf: (request) => ({
      requestId: request.id,
      address: addressOf(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    }),
    isOperator: (request) =>
      options.isOperator({
        address: addressOf(request),
        authorization: request.headers.authorization,
        isForwarded: isForwarded(request),
      }),
    countCall: (name, request, actor) => limits.count(name, actor?.accountId ?? addressOf(request), ordinaryLimit),
  };
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
    if (isLogged || !isForwarded(request)) return;
    isLogged = true;
    log.warn(
      { proxy: addressOf(request) },
      'A proxy passes requests on but none is trusted: all its callers share one address. Set TRUST_PROXY',
    );
  });
}

/** Requests that a page makes by itself (its stream, its polls) are no activity of the person (SESS-03). */
const isBackground = (request: FastifyRequest): boolean =>
  request.headers['x-trace-background'] === '1' || request.routeOptions.url === STREAM_PATH;

function addRoute(
  server: FastifyInstance,
  route: Route,
  options: HttpOptions,
  limits: CallLimits,
  edge: EdgeTools & { sendEventPosition(request: FastifyRequest, reply: FastifyReply): void },
): void {
  const { endpoint } = route;
  const actors = new WeakMap<FastifyRequest, Actor | null>();
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(endpoint),
    config: { who: endpoint.who },
    ...bodyLimitOf(endpoint),
    // A HEAD request would generate the whole file.
    exposeHeadRoute: !endpoint.download?.isStreamed,
    // Caller and rate are checked before the body is read, so that bytes of strangers are not parsed.
    preParsing: async (request, reply, payload) => {
      const actor = endpoint.signed ? null : await edge.actorOf(request);
      actors.set(request, actor);
      if (actor !== null) edge.sendEventPosition(request, reply);
      limits.count(endpoint.name, actor?.accountId ?? addressOf(request), endpoint.limit ?? ordinaryLimit);
      requireRole(endpoint.who, actor, () => edge.isOperator(request));
      if (endpoint.staffAdmin) requireStaffAdmin(actor);
      if (endpoint.freshProof) requireFreshProof(actor, options.clock.now());
      const { upload } = endpoint;
      if (upload) await dropOversizedFile(payload, Number(request.headers['content-length']), upload.maxBytes);
      return payload;
    },
    handler: async (request, reply) => {
      if (endpoint.signed && !(request.body instanceof Uint8Array))
        throw new Refusal('invalid_input', 'The body is missing.', { field: 'body' });
      const actor = actors.get(request) ?? null;
      const answer = await route.handle({
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        actor,
        origin: edge.originOf(request),
        signal: goneSignal(reply),
        signature: endpoint.signed ? headerOf(request, endpoint.signed.header) : undefined,
        cookies: request.cookies,
        setCookie: (header) => {
          if (beginsSession(header)) edge.sendEventPosition(request, reply);
          void reply.header('set-cookie', header);
        },
        setHeader: (name, value) => void reply.header(name, value),
      });
      if (endpoint.download?.isStreamed) return sendStream(reply, answer as FileStream);
      return endpoint.download ? sendFile(reply, answer as FileContent, endpoint.download) : answer;
    },
    onError: async (request, _reply, error) => {
      const { status, answer } = failureOf(error, request.id);
      const actor = actors.get(request) ?? null;
      if (actor === null || status < 402 || status > 423 || status === 413 || status === 415) return;
      const call = {
        endpoint,
        actor,
        origin: edge.originOf(request),
        status,
        code: answer.error.code,
        params: request.params as Record<string, string>,
      };
      await options.onRefused(call);
    },
  });
}

function bodyLimitOf({ upload, signed }: AnyEndpoint): { bodyLimit?: number } {
  const limit = upload ?? signed;
  return limit === undefined ? {} : { bodyLimit: limit.maxBytes };
}

/** A header that stands twice is none. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
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

/** Aborts when the caller's connection closes before the answer is out. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // A disconnected caller emits no close event any more.
  if (reply.raw.destroyed) gone.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
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
