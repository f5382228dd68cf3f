import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@trace/contract/kernel/endpoint';
import type { Actor } from '#platform/actor/actor';

/** A checked call of an endpoint: the edge passes it to the service. */
export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Null only where the endpoint is open to anybody. */
  actor: Actor | null;
  origin: CallOrigin;
  /** Aborted when the caller has gone away. */
  signal: AbortSignal;
  /** The value of the header that a `signed` endpoint names. */
  signature: string | undefined;
  cookies: Record<string, string | undefined>;
  setCookie(header: string): void;
  /** Sets a header of the answer in addition to the headers of every answer. */
  setHeader(name: string, value: string): void;
}

export interface CallOrigin {
  requestId: string;
  address: string;
  userAgent: string;
}

/** A call whose endpoint lets only signed-in people through. */
export type SignedInCall<E extends AnyEndpoint> = Call<E> & { actor: Actor };

export interface Route {
  endpoint: AnyEndpoint;
  handle(call: Call<AnyEndpoint>): Promise<unknown>;
}

/** Binds an endpoint that is open to anybody to its handler. */
export function openRoute<E extends AnyEndpoint>(endpoint: E, handle: (call: Call<E>) => Promise<AnswerOf<E>>): Route {
  if (endpoint.who !== 'anybody') throw new Error(`${endpoint.name} is not for anybody: bind it with route()`);
  return { endpoint, handle: handle as Route['handle'] };
}

/**
 * Binds an endpoint of the contract to its handler. The actor is present, because the edge refuses callers without a
 * session.
 */
export function route<E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: SignedInCall<E>) => Promise<AnswerOf<E>>,
): Route {
  if (endpoint.who === 'anybody') throw new Error(`${endpoint.name} is for anybody: bind it with openRoute()`);
  return { endpoint, handle: handle as Route['handle'] };
}
