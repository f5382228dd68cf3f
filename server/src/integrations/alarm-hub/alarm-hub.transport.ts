import type { Clock } from '#platform/clock/clock';

/** A call of the hub service that takes longer is given up. */
const TIME_LIMIT_MS = 10_000;
/** A list of a hundred hubs takes tens of kB. */
const MOST_BYTES = 1024 * 1024;
/** The wait if the service gives no time. */
const USUAL_WAIT_SEC = 30;
const LONGEST_WAIT_SEC = 24 * 3_600;

export interface HubRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The result of a request: an answer with its status, or the reason why there is none. `json` is undefined if the body
 * is no JSON.
 */
export type HubAnswer =
  | {
      readonly status: number;
      readonly text: string;
      readonly json: unknown;
      /** Of a 429. */
      readonly retryAfterSec: number;
    }
  | { readonly status: null; readonly because: string };

export interface HubTransportOptions {
  readonly url: string;
  readonly key: string;
  readonly clock: Clock;
}

export type HubTransport = (request: HubRequest) => Promise<HubAnswer>;

/** Sends a request with limits on time and size. Never throws. Follows no redirect, so the key stays here. */
export function createHubTransport({ url, key, clock }: HubTransportOptions): HubTransport {
  const send = async ({ method, path, headers = {}, body }: HubRequest, signal: AbortSignal): Promise<HubAnswer> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'error',
      signal,
      headers: {
        accept: 'application/json',
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await readLimited(response);
    if (text === null) return { status: null, because: `the answer is longer than ${MOST_BYTES} bytes` };
    const retryAfterSec = waitOf(response.headers.get('retry-after'), clock.now());
    return { status: response.status, text, json: parsed(text), retryAfterSec };
  };

  return async (request) => {
    const ending = new AbortController();
    const stop = clock.after(TIME_LIMIT_MS, () => ending.abort(new Error(`no answer within ${TIME_LIMIT_MS} ms`)));
    try {
      return await send(request, ending.signal);
    } catch (error) {
      return { status: null, because: reasonOf(error) };
    } finally {
      stop();
      ending.abort();
    }
  };
}

/** Returns the body as text. Returns null if the body is too long, and does not read the rest. */
async function readLimited(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110 §10.2.3). */
export function waitOf(header: string | null, now: Date): number {
  if (header === null) return USUAL_WAIT_SEC;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  if (!Number.isFinite(seconds)) return USUAL_WAIT_SEC;
  return Math.min(LONGEST_WAIT_SEC, Math.max(1, Math.ceil(seconds)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A caller that needs JSON checks for undefined. The text may still be useful.
    return undefined;
  }
}

/** Returns the reason without the address, which may contain data that must not be logged. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'it cannot be reached';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message.slice(0, 200);
}
