import type { CallLimit } from '@trace/contract/kernel/endpoint';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#platform/actor/actor';
import { addressOf, isForwarded, networkOfCaller } from './requests/caller-address.ts';
import { ordinaryLimit, type CallLimits } from './requests/call-limits.ts';
import type { CallOrigin } from './route.ts';

/** How the server recognises the callers of all edges. */
export interface Recognition {
  /** The person of a request's cookies, or null. */
  authenticate(cookies: Record<string, string | undefined>, how: { isBackground: boolean }): Promise<Actor | null>;
  isOperator(request: { address: string; authorization: string | undefined; isForwarded: boolean }): boolean;
}

export interface EdgeTools {
  actorOf(request: FastifyRequest): Promise<Actor | null>;
  /** Whether the session of a request still runs. A check is no activity of the person (SESS-03). */
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  originOf(request: FastifyRequest): CallOrigin;
  isOperator(request: FastifyRequest): boolean;
  /** Counts a call of an edge that is no endpoint; refuses when there were too many. */
  countCall(name: string, request: FastifyRequest, actor: Actor | null): void;
  /** The same for a caller without a session, with a limit of its own. `caller` is its network unless given. */
  countStranger(name: string, request: FastifyRequest, limit: CallLimit, caller?: string): void;
}

export function createEdgeTools(options: Recognition, limits: CallLimits): EdgeTools {
  return {
    actorOf: (request) => options.authenticate(request.cookies, { isBackground: isBackground(request) }),
    isSignedIn: async (request) => (await options.authenticate(request.cookies, { isBackground: true })) !== null,
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
    countStranger: (name, request, limit, caller = networkOfCaller(request)) => limits.count(name, caller, limit),
    countCall: (name, request, actor) =>
      limits.count(name, actor?.accountId ?? networkOfCaller(request), ordinaryLimit),
  };
}

/** Requests that a page makes by itself (its stream, its polls) are no activity of the person (SESS-03). */
const isBackground = (request: FastifyRequest): boolean =>
  request.headers['x-trace-background'] === '1' || request.routeOptions.url === STREAM_PATH;
