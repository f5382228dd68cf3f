// Calls every operation of a server with generated input, as random callers, and collects the flaws of the answers. The
// same seed makes the same choices.
import { Agent, request as httpRequest } from 'node:http';
import { flawsOf, type Answer } from './answers.ts';
import { readInterface, type Json, type Operation } from './interface.ts';
import { createPool, type Pool } from './pool.ts';
import { pick, randomOf, type Next } from './random.ts';
import { requestOf, type Mix, type Request } from './requests.ts';

export interface Caller {
  readonly name: string;
  /** Empty without a session. */
  cookie: string;
  /** Signs in again after a call ended the session. */
  renew?(): Promise<string>;
}

export interface Exchange {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly request: Request;
  readonly answer: Answer;
}

export interface FuzzOptions {
  readonly url: string;
  readonly callers: readonly Caller[];
  readonly seed: number;
  readonly requests: number;
  readonly mix: Mix;
  readonly atOnce?: number;
  /** Operations that are left out. */
  readonly skipped?: (operation: Operation, caller: Caller) => boolean;
  /** Operations that the document does not describe. */
  readonly extra?: readonly Operation[];
  /** The address that a trusted proxy reports for a request. */
  readonly addressOf?: (next: Next) => string;
  /** Operations that may wait for a device. */
  readonly waiting?: readonly string[];
  readonly slowestMs?: number;
  /** The known values for a call. Without it all calls share one pool, which learns from each answer. */
  readonly poolOf?: (caller: Caller, operation: Operation) => Pool;
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface FuzzReport {
  readonly requests: number;
  readonly operations: number;
  /** Operations that answered at least one call with 2xx. */
  readonly answered: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

const AT_ONCE = 6;
const SLOWEST_MS = 5_000;
const LONG_BODY = 60_000;
const MOST_PROBLEMS = 200;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, callers, skipped = () => false, waiting = [], slowestMs = SLOWEST_MS } = options;
  const described = await readInterface(url);
  const operations = [...described.operations, ...(options.extra ?? [])];
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const next = randomOf(options.seed);
  const shared = createPool();
  const answered = new Set<string>();
  const statuses = new Map<number, number>();
  const problems = new Map<string, string>();
  let [done, slowest] = [0, 0];

  const note = (operation: Operation, flaw: string, request: Request, caller: Caller): void => {
    const key = `${operation.id}: ${flaw.slice(0, 60)}`;
    if (problems.size < MOST_PROBLEMS && !problems.has(key))
      problems.set(key, `${operation.id} as ${caller.name}: ${flaw} · ${shown(request)}`);
  };

  const judge = ({ caller, operation, request }: Omit<Exchange, 'answer'>, answer: Answer | string): void => {
    const isWaiting = waiting.includes(operation.id);
    if (typeof answer === 'string') {
      const isCut = answer !== 'timeout' && (request.body?.length ?? 0) > LONG_BODY;
      if (!isCut && !(answer === 'timeout' && isWaiting)) note(operation, answer, request, caller);
      return;
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    slowest = Math.max(slowest, answer.tookMs);
    for (const flaw of flawsOf(described, operation, answer)) note(operation, flaw, request, caller);
    if (!isWaiting && answer.tookMs > slowestMs) note(operation, 'slow answer', request, caller);
  };

  const callOnce = async (): Promise<void> => {
    const caller = pick(next, callers);
    const operation = pick(next, operations);
    if (skipped(operation, caller)) return;
    const pool = options.poolOf?.(caller, operation) ?? shared;
    const made = requestOf({ next, pool, resolve: described.resolve }, operation, options.mix);
    const address = options.addressOf ? { 'x-forwarded-for': options.addressOf(next) } : {};
    const request: Request = { ...made, headers: { ...address, ...made.headers } };
    const answer = await send(url, request, caller.cookie, agent, slowestMs);
    judge({ caller, operation, request }, answer);
    if (typeof answer === 'string') return;
    if (answer.status < 300) {
      answered.add(operation.id);
      if (pool === shared) learnFrom(pool, answer);
    }
    options.onExchange?.({ caller, operation, request, answer });
    if (answer.status === 401 && caller.renew && !('cookie' in request.headers)) caller.cookie = await caller.renew();
  };

  const work = async (): Promise<void> => {
    while (done < options.requests) {
      done += 1;
      await callOnce();
    }
  };
  await Promise.all(Array.from({ length: options.atOnce ?? AT_ONCE }, work));
  agent.destroy();
  return {
    requests: options.requests,
    operations: operations.length,
    answered: answered.size,
    statuses,
    slowestMs: slowest,
    problems: [...problems.values()],
  };
}

function learnFrom(pool: Pool, { headers, text }: Answer): void {
  if (String(headers['content-type']).startsWith('application/json')) pool.learn(JSON.parse(text) as Json);
}

/** Returns the answer, `timeout`, or the error of the connection. */
function send(url: string, request: Request, cookie: string, agent: Agent, waitMs: number): Promise<Answer | string> {
  const startedMs = performance.now();
  const own = cookie === '' ? {} : { cookie };
  const length = request.body === null ? {} : { 'content-length': Buffer.byteLength(request.body) };
  return new Promise((resolve) => {
    const sent = httpRequest(
      url + request.path,
      { method: request.method, agent, headers: { ...own, ...length, ...request.headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response
          .on('error', (error) => resolve(error.message))
          .on('end', () => {
            const { statusCode = 0, headers } = response;
            resolve({ status: statusCode, headers, text, tookMs: performance.now() - startedMs });
          });
      },
    );
    sent.setTimeout(waitMs, () => {
      resolve('timeout');
      sent.destroy();
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(request.body ?? undefined);
  });
}

function shown({ method, path, headers, body }: Request): string {
  const sent = body === null ? '' : ` ${JSON.stringify(body.toString().slice(0, 400))}`;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)}${sent}`;
}
