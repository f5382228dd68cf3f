import type { AnyEndpoint, FileContent, FileStream } from '@trace/contract/kernel/endpoint';
import { SHOWN_ACCOUNT_HEADER } from '@trace/contract/kernel/shown-account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { requireFreshProof, requireRole, requireShownAccount, requireStaffAdmin } from './requests/access-check.ts';
import { networkOfCaller } from './requests/caller-address.ts';
import { ordinaryLimit, type CallLimits } from './requests/call-limits.ts';
import type { EdgeTools } from './edge-tools.ts';
import { beginsSession } from './answers/event-position.ts';
import { failureOf } from './answers/failure.ts';
import { refusalsOf, schemaOf } from './answers/openapi.ts';
import { dropOversizedFile, sendFile, sendStream } from './requests/raw-body.ts';
import type { CallOrigin, Route } from './route.ts';

/** A call that a signed-in person made, as the audit log describes it. */
interface RecordedCall {
  endpoint: AnyEndpoint;
  origin: CallOrigin;
  params: Record<string, string>;
}

export interface RefusedCall extends RecordedCall {
  actor: Actor | null;
  status: number;
  code: string;
}

export interface StaffRead extends RecordedCall {
  actor: Actor;
  query: Record<string, unknown>;
}

/** The records of calls, kept by the audit log. */
export interface CallRecords {
  /** Called when a signed-in person is refused for a reason of access or state (402 to 423, except 413 and 415). */
  onRefused(call: RefusedCall): Promise<void>;
  /** Called before staff read personal data. The read is refused if this fails (SUPL-06). */
  onStaffRead(call: StaffRead): Promise<void>;
}

/** The person of a request, and when the session was looked up. */
interface Caller {
  actor: Actor | null;
  atMs: number;
}

/**
 * A body can arrive 30 s after its headers. By then the session can have ended, as by a new password, so a request that
 * waits with its body must not outlive the session.
 */
const CALLER_HOLDS_MS = 1_000;

/** The message in the log when an endpoint gives a refusal that its description omits. Tests fail on it. */
export const UNDECLARED = 'Refusal not declared by the endpoint';

/** The parts of the server that serve an endpoint. */
export interface Serving {
  clock: Clock;
  log: Log;
  records: CallRecords;
  limits: CallLimits;
  edge: EdgeTools & { sendEventPosition(request: FastifyRequest, reply: FastifyReply): void };
}

/** Serves one endpoint: checks caller, rate and shape, calls the feature, and records refusals and reads of staff. */
export function serveEndpoint(server: FastifyInstance, route: Route, serving: Serving): void {
  const { endpoint } = route;
  const { clock, log, records, limits, edge } = serving;
  const declared: ReadonlySet<string> = new Set(refusalsOf(endpoint));
  const callers = new WeakMap<FastifyRequest, Caller>();
  const actorIn = (request: FastifyRequest): Actor | null => callers.get(request)?.actor ?? null;
  const recognise = async (request: FastifyRequest): Promise<Actor | null> => {
    const atMs = clock.now().getTime();
    const actor = endpoint.signed ? null : await edge.actorOf(request);
    callers.set(request, { actor, atMs });
    return actor;
  };
  const requireAccess = (request: FastifyRequest, actor: Actor | null): void => {
    // The session itself, sign-in and sign-out concern the browser, whichever account its page shows.
    if (endpoint.who !== 'anybody') requireShownAccount(headerOf(request, SHOWN_ACCOUNT_HEADER), actor);
    requireRole(endpoint.who, actor, () => edge.isOperator(request));
    if (endpoint.staffAdmin) requireStaffAdmin(actor);
    if (endpoint.freshProof) requireFreshProof(actor, clock.now());
  };
  const mustCheckAgain = (request: FastifyRequest): boolean => {
    const caller = callers.get(request);
    if (!caller?.actor) return false;
    return endpoint.freshProof === true || clock.now().getTime() - caller.atMs >= CALLER_HOLDS_MS;
  };
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
      const actor = await recognise(request);
      if (actor !== null) edge.sendEventPosition(request, reply);
      limits.count(endpoint.name, actor?.accountId ?? networkOfCaller(request), endpoint.limit ?? ordinaryLimit);
      requireAccess(request, actor);
      const { upload } = endpoint;
      if (upload) await dropOversizedFile(payload, Number(request.headers['content-length']), upload.maxBytes);
      return payload;
    },
    handler: async (request, reply) => {
      if (endpoint.signed && !(request.body instanceof Uint8Array))
        throw new Refusal('invalid_input', 'The body is missing.', { field: 'body' });
      if (mustCheckAgain(request)) requireAccess(request, await recognise(request));
      const actor = actorIn(request);
      const origin = edge.originOf(request);
      let waits = false;
      if (actor !== null && isStaffRead(endpoint))
        await records.onStaffRead({ ...readOf(request), endpoint, actor, origin });
      const answer = await route.handle({
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        actor,
        origin,
        // Made for the few endpoints that wait.
        get signal() {
          waits = true;
          return goneSignal(reply);
        },
        signature: endpoint.signed ? headerOf(request, endpoint.signed.header) : undefined,
        cookies: request.cookies,
        setCookie: (header) => {
          if (beginsSession(header)) edge.sendEventPosition(request, reply);
          void reply.header('set-cookie', header);
        },
        setHeader: (name, value) => void reply.header(name, value),
      });
      // A password can be changed while a device is asked for its position.
      if (waits && actor !== null && !(await edge.isSignedIn(request)))
        throw new Refusal('unauthenticated', 'Please sign in.');
      if (endpoint.download?.isStreamed) return sendStream(reply, answer as FileStream, () => edge.isSignedIn(request));
      return endpoint.download ? sendFile(reply, answer as FileContent, endpoint.download) : answer;
    },
    onError: async (request, _reply, error) => {
      const { status, answer } = failureOf(error, request.id);
      const { code } = answer.error;
      if (!declared.has(code)) log.error({ code, endpoint: endpoint.name }, UNDECLARED);
      const actor = actorIn(request);
      if (actor === null || status < 402 || status > 423 || status === 413 || status === 415) return;
      const call = {
        endpoint,
        actor,
        origin: edge.originOf(request),
        status,
        code,
        params: request.params as Record<string, string>,
      };
      await records.onRefused(call);
    },
  });
}

/** Reads by staff show data of other people, unless the endpoint says otherwise. */
const isStaffRead = ({ who, method, holdsNoPersonalData }: AnyEndpoint): boolean =>
  who === 'staff' && method === 'GET' && !holdsNoPersonalData;

const readOf = ({ params, query }: FastifyRequest): Pick<StaffRead, 'params' | 'query'> => ({
  params: params as StaffRead['params'],
  query: query as StaffRead['query'],
});

function bodyLimitOf({ upload, signed }: AnyEndpoint): { bodyLimit?: number } {
  const limit = upload ?? signed;
  return limit === undefined ? {} : { bodyLimit: limit.maxBytes };
}

/** Returns undefined for a header that stands twice. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
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
