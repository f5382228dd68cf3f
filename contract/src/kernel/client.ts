import type { AnswerOf, AnyEndpoint, BodyOf, ParamsOf, QueryOf } from './endpoint.ts';
import { isErrorAnswer, type ErrorAnswer } from './errors.ts';

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Name]: Value };

export type CallOf<E extends AnyEndpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>;

/** A refusal as sent by the server. `status` 0 means that no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly refusal: ErrorAnswer['error'] | null;

  constructor(status: number, refusal: ErrorAnswer['error'] | null, options?: ErrorOptions) {
    super(
      refusal?.message ?? (status === 0 ? 'The server could not be reached.' : `The server answered ${status}.`),
      options,
    );
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
  }
}

export interface ApiClient {
  /**
   * Calls an endpoint and returns its parsed answer. Throws an ApiError for a refusal or when no answer arrives. An abort,
   * or an answer outside the schema, throws its own error.
   */
  call<E extends AnyEndpoint>(endpoint: E, call: CallOf<E>, options?: { signal?: AbortSignal }): Promise<AnswerOf<E>>;
}

interface LooseCall {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** The typed client over fetch. `baseUrl` is empty in the browser; `headers` are for clients that carry their own cookie. */
export function createApiClient(
  options: { baseUrl?: string; fetch?: typeof fetch; headers?: () => Record<string, string> } = {},
): ApiClient {
  const send = options.fetch ?? fetch;
  return {
    async call(endpoint, call, { signal } = {}) {
      const loose = call as LooseCall;
      const hasBody = loose.body !== undefined;
      const bodyType = endpoint.upload ? 'application/octet-stream' : 'application/json';
      const request: RequestInit = {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          ...(hasBody ? { 'content-type': bodyType } : {}),
          ...options.headers?.(),
        },
        credentials: 'same-origin',
      };
      if (hasBody)
        request.body = endpoint.upload ? (loose.body as Uint8Array<ArrayBuffer>) : JSON.stringify(loose.body);
      if (signal) request.signal = signal;
      const response = await reach(send, (options.baseUrl ?? '') + addressOf(endpoint.path, loose), request, signal);
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, refusalIn(text));
      return endpoint.answer.parse(text === '' ? undefined : JSON.parse(text));
    },
  };
}

async function reach(
  send: typeof fetch,
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await send(address, request);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, null, { cause });
  }
}

function addressOf(path: string, call: LooseCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, `${value}`);
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function refusalIn(text: string): ErrorAnswer['error'] | null {
  const answer = parseJson(text);
  return isErrorAnswer(answer) ? answer.error : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An intermediate proxy may answer with its own page. Such a page is not a refusal by this API.
    return undefined;
  }
}
