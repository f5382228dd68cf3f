import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@trace/contract/kernel/endpoint';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';
import { fakeStream, type FakeStream } from './fake-server-stream.ts';
import { requestOver } from './fake-server-request.ts';

/** The input of a handler: the parts of the call, parsed by the endpoint's own schemas. */
interface CallParts<E extends AnyEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

type Handler<E extends AnyEndpoint> = (call: CallParts<E>) => AnswerOf<E> | Refused | Promise<AnswerOf<E> | Refused>;

interface Route {
  endpoint: AnyEndpoint;
  pattern: RegExp;
  handler: Handler<AnyEndpoint>;
}

export interface SeenCall {
  name: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export interface FakeServer {
  /** Answers an endpoint from now on; the answer is checked against the contract. */
  on: <E extends AnyEndpoint>(endpoint: E, handler: Handler<E>) => void;
  /** Returns the calls so far, oldest first. With an endpoint, returns only the calls of that endpoint. */
  calls: (endpoint?: AnyEndpoint) => SeenCall[];
  stream: FakeStream;
  /** By how much the server's clock is ahead of this browser's. */
  setClockAhead: (aheadMs: number) => void;
  /** Delays all answers of an endpoint until the returned function is called. */
  hold: (endpoint: AnyEndpoint) => () => void;
  /** No call reaches the server while cut. */
  setReachable: (isReachable: boolean) => void;
  stop: () => void;
}

class Refused {
  readonly code: RefusalCode;
  readonly message: string;
  readonly field: string | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(code: RefusalCode, message: string, field: string | undefined, retryAfterSec: number | undefined) {
    this.code = code;
    this.message = message;
    this.field = field;
    this.retryAfterSec = retryAfterSec;
  }
}

/** Builds the answer by which a handler refuses a call. `field` uses the server's name, such as `body.email`. */
export const refuse = (code: RefusalCode, message = 'Refused.', field?: string, retryAfterSec?: number): Refused =>
  new Refused(code, message, field, retryAfterSec);

/**
 * Starts a server at the edge of the page. The server replaces `fetch`, `XMLHttpRequest` and `EventSource` and knows
 * only the contract.
 */
export function startFakeServer(): FakeServer {
  const real = {
    fetch: globalThis.fetch.bind(globalThis),
    XMLHttpRequest: globalThis.XMLHttpRequest,
    EventSource: globalThis.EventSource,
  };
  const routes = new Map<string, Route>();
  const seen: SeenCall[] = [];
  const holds = new Map<string, Promise<void>>();
  const stream = fakeStream();
  let isReachable = true;
  let aheadMs = 0;

  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    const url = new URL(request.url);
    if (!isOurs(url)) return real.fetch(input, init);
    if (!isReachable) throw new TypeError('Failed to fetch');
    const match = findRoute(routes, request.method, url.pathname);
    if (!match) throw new Error(`The fake server has no answer for ${request.method} ${url.pathname}.`);
    const call = await readCall(match, request, url);
    seen.push(call);
    await holds.get(match.route.endpoint.name);
    const result = await match.route.handler(partsOf(match.route.endpoint, call));
    return respond(match.route, result, new Date(Date.now() + aheadMs));
  };

  globalThis.fetch = answer;
  globalThis.XMLHttpRequest = requestOver(answer);
  globalThis.EventSource = stream.EventSource;
  return {
    on: (endpoint, handler) => {
      routes.set(endpoint.name, {
        endpoint,
        pattern: patternOf(endpoint.path),
        handler: handler as Handler<AnyEndpoint>,
      });
    },
    calls: (endpoint) => (endpoint ? seen.filter((call) => call.name === endpoint.name) : [...seen]),
    stream,
    setClockAhead: (next) => {
      aheadMs = next;
    },
    hold: ({ name }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(name, promise);
      return resolve;
    },
    setReachable: (next) => {
      isReachable = next;
    },
    stop: () => Object.assign(globalThis, real),
  };
}

const isOurs = (url: URL): boolean => url.pathname.startsWith('/api/') || url.pathname.startsWith('/functions/');

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function findRoute(routes: Map<string, Route>, method: string, path: string) {
  for (const route of routes.values()) {
    const found = route.endpoint.method === method ? route.pattern.exec(path) : null;
    if (found) return { route, params: found.groups ?? {} };
  }
  return undefined;
}

type Match = NonNullable<ReturnType<typeof findRoute>>;

async function readCall({ route, params }: Match, request: Request, url: URL): Promise<SeenCall> {
  return {
    name: route.endpoint.name,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)])),
    query: Object.fromEntries(url.searchParams),
    body: route.endpoint.upload ? new Uint8Array(await request.arrayBuffer()) : readJson(await request.text()),
  };
}

const readJson = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

function partsOf(endpoint: AnyEndpoint, call: SeenCall): CallParts<AnyEndpoint> {
  return {
    params: endpoint.params?.parse(call.params),
    query: endpoint.query?.parse(call.query),
    body: endpoint.body?.parse(call.body),
  };
}

/** The event position of the fake server, which has no events before its stream. */
export const FAKE_EVENT_POSITION = '5.0';

function respond(route: Route, result: unknown, at: Date): Response {
  const headers = { [EVENT_POSITION_HEADER]: FAKE_EVENT_POSITION, date: at.toUTCString() };
  if (result instanceof Refused) {
    const { code, message, field, retryAfterSec } = result;
    const error = {
      code,
      message,
      ...(field !== undefined && { field }),
      ...(retryAfterSec !== undefined && { retryAfterSec }),
      requestId: 'fake-1',
    };
    return Response.json({ error }, { status: refusalStatus[result.code], headers });
  }
  return Response.json(route.endpoint.answer.parse(result), { headers });
}
