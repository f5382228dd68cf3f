// Stripe for tests and the demo: a real HTTP server with API, hosted pages and webhooks.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Clock } from '../clock.ts';
import { writeEndless } from '../http.ts';
import { createApi, type ApiAnswer } from './stand-in.api.ts';
import { createLedger, type Ledger } from './stand-in.ledger.ts';
import { refused, STAND_IN_PRICE } from './stand-in.objects.ts';
import { createPages } from './stand-in.pages.ts';
import { createWebhooks, type Watcher, type Webhooks } from './stand-in.webhooks.ts';

const STAND_IN_KEY = 'sk_test_standInKeyOfTheDemo';
const WEBHOOK_SECRET = 'whsec_standInSecretOfTheDemo';
const KEYS_LIVE_SEC = 86_400;

/** A fault for calls whose `METHOD /path` begins with `on`. A status fault answers in Stripe's own error format. */
export interface Fault {
  readonly how: 'hang' | 'garbage' | 'empty' | 'endless' | 'cut' | 'strange-host' | 429 | 500 | 401;
  readonly on?: string;
  /** With `strange-host`: the address that the answer names instead. */
  readonly url?: string;
  /** The number of calls that fail. Default: all. */
  readonly times?: number;
}

export interface StandIn {
  readonly url: string;
  readonly host: string;
  /** Trace's settings for reaching the stand-in. */
  readonly settings: {
    secretKey: string;
    webhookSecret: string;
    priceId: string;
    server: { host: string; port: number; protocol: 'http' };
    pageHosts: string[];
  };
  readonly ledger: Ledger;
  readonly webhooks: Webhooks;
  /** All received calls as `METHOD /path`, in order. */
  readonly requests: readonly string[];
  /** The versions of the API that were asked for. */
  readonly versions: ReadonlySet<string>;
  fail(fault: Fault | null): void;
  configureBillingPortal(isConfigured: boolean): void;
  /**
   * Delays the answers of later calls until `release` resolves. Each answer holds the state at the time of the call.
   */
  holdUntil(release: Promise<void> | null): void;
  stop(): Promise<void>;
}

interface Remembered {
  readonly fingerprint: string;
  readonly until: number;
  /** null: still under way. */
  answer: ApiAnswer | null;
}

export async function startStandIn({
  clock,
  port = 0,
  watcher,
}: {
  clock: Pick<Clock, 'now'>;
  port?: number;
  watcher?: Watcher;
}): Promise<StandIn> {
  const requests: string[] = [];
  const versions = new Set<string>();
  const keys = new Map<string, Remembered>();
  let url = '';
  let fault: { how: Fault['how']; on: string; url: string; left: number } | null = null;
  let isBillingPortalConfigured = true;
  let gate: Promise<void> | null = null;
  const webhooks = createWebhooks({ clock, secret: WEBHOOK_SECRET, watcher });
  const ledger = createLedger({ clock, pageUrl: () => url, record: (type, object) => webhooks.record(type, object) });
  const api = createApi({ ledger, pageUrl: () => url, isBillingPortalConfigured: () => isBillingPortalConfigured });
  const pages = createPages(ledger);

  const faultFor = (call: string): Fault['how'] | null => {
    if (fault === null || !call.startsWith(fault.on) || fault.left === 0) return null;
    fault.left -= 1;
    return fault.how;
  };

  /** Applies the fault `how` to an answer. A 500 counts as an answer and is stored under its idempotency key. */
  const answered = (how: Fault['how'] | null, run: () => ApiAnswer): ApiAnswer => {
    if (how === 500) return { status: 500, body: refused('api_error', 'Something went wrong.') };
    const answer = run();
    if (how !== 'strange-host') return answer;
    return { status: 200, body: { ...answer.body, url: fault?.url } };
  };

  const once = (request: IncomingMessage, text: string, run: () => ApiAnswer): ApiAnswer => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return run();
    const fingerprint = createHash('sha256').update(`${request.url}\n${text}`).digest('hex');
    const known = keys.get(key);
    if (known === undefined || known.until <= ledger.now()) {
      const remembered: Remembered = { fingerprint, until: ledger.now() + KEYS_LIVE_SEC, answer: null };
      keys.set(key, remembered);
      remembered.answer = run();
      return remembered.answer;
    }
    if (known.fingerprint === fingerprint && known.answer !== null) return known.answer;
    return { status: 400, body: refused('idempotency_error', 'Keys can only be used with the same parameters.') };
  };

  const answerCall = async (request: IncomingMessage, response: ServerResponse, target: URL): Promise<void> => {
    const call = `${request.method} ${target.pathname}`;
    requests.push(call);
    versions.add(String(request.headers['stripe-version']));
    const body = await readText(request);
    const how = faultFor(call);
    if (how === 'hang') return;
    if (how === 'cut') return void request.socket.destroy();
    if (how === 'garbage') return writeText(response, 200, 'text/html', '<html>Bad gateway</html>');
    if (how === 'empty') return writeText(response, 200, 'application/json', '{}');
    if (how === 'endless') return writeEndless(response, '{}');
    if (how === 429) return writeJson(response, 429, refused('rate_limit_error', 'Too many requests.'));
    if (how === 401 || request.headers.authorization !== `Bearer ${STAND_IN_KEY}`)
      return writeJson(response, 401, refused('authentication_error', 'Invalid API Key provided: sk_test_****'));
    ledger.catchUp();
    const given = { method: request.method!, path: target.pathname, query: target.searchParams, body };
    const answer = structuredClone(once(request, body, () => answered(how, () => api(given))));
    if (gate !== null) await gate;
    writeJson(response, answer.status, answer.body);
  };

  const answerPage = async (request: IncomingMessage, response: ServerResponse, target: URL): Promise<void> => {
    ledger.catchUp();
    const pressed = new URLSearchParams(await readText(request)).get('press');
    const page = pages(target.pathname, target.searchParams, pressed);
    if ('html' in page) return writeText(response, 200, 'text/html; charset=utf-8', page.html);
    response.writeHead(303, { location: page.location }).end();
  };

  const server = createServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://stand-in');
    const answer = target.pathname.startsWith('/v1/') ? answerCall : answerPage;
    answer(request, response, target).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const taken = (server.address() as { port: number }).port;
  url = `http://127.0.0.1:${taken}`;
  return {
    url,
    host: `127.0.0.1:${taken}`,
    settings: {
      secretKey: STAND_IN_KEY,
      webhookSecret: WEBHOOK_SECRET,
      priceId: STAND_IN_PRICE,
      server: { host: '127.0.0.1', port: taken, protocol: 'http' },
      pageHosts: [`127.0.0.1:${taken}`],
    },
    ledger,
    webhooks,
    requests,
    versions,
    fail(given) {
      fault = given && { url: 'http://stripe.example/pay', on: '', ...given, left: given.times ?? Infinity };
    },
    configureBillingPortal(isConfigured) {
      isBillingPortalConfigured = isConfigured;
    },
    holdUntil(release) {
      gate = release;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function writeText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'request-id': 'req_stand_in' }).end(text);
}

function writeJson(response: ServerResponse, status: number, body: object): void {
  writeText(response, status, 'application/json', JSON.stringify(body));
}
