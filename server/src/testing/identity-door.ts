// The HTTP edge with identity alone (and routes that a test adds), on a real socket, with a database of its own.
import { createBus } from '#platform/bus/bus';
import { randomBytes } from 'node:crypto';
import { createHttpServer } from '#platform/http/http-server';
import type { HttpServer } from '#platform/http/http-server';
import type { RefusedCall } from '#platform/http/serve-endpoint';
import type { Route } from '#platform/http/route';
import { createJobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import type { Mail } from '#platform/mail/mail';
import { createSecrets } from '#platform/secrets/secrets';
import { createAuthFeature } from '#features/auth/auth.feature';
import type { AuthFeature } from '#features/auth/auth.feature';
import { createPeopleFeature } from '#features/people/people.feature';
import type { PeoplePort } from '#features/people/people.port';
import { cheapPasswords } from './cheap-passwords.ts';
import { fakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** All doors of a test file share this key: a restart keeps its key. */
const doorKey = randomBytes(32);

export interface ListenerOptions {
  /** The database of another door, as used by a second process or after a restart. */
  readonly shared?: TestDatabase;
  readonly clock?: FakeClock;
  readonly publicUrl?: string;
  readonly isStaffSecondFactorRequired?: boolean;
  readonly mostHashesAtOnce?: number;
  routes?(auth: AuthFeature, test: TestDatabase, clock: FakeClock, people: PeoplePort): readonly Route[];
}

export interface Door {
  readonly auth: AuthFeature;
  readonly people: PeoplePort;
  readonly test: TestDatabase;
  readonly clock: FakeClock;
  readonly url: string;
  readonly refused: RefusedCall[];
  readonly mail: Mail;
  browser(address?: string): Browser;
  /** Stops and restarts the periodic clean-up alone. */
  stopSweeping(): void;
  startSweeping(): void;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A browser with its own cookies and a single address. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Opens the door. `stop` closes the door and drops the database unless the database is shared. */
export async function openIdentityDoor(options: ListenerOptions = {}): Promise<Door> {
  const test = options.shared ?? (await testDatabase());
  const clock = options.clock ?? fakeClock();
  const log = createLog({ level: 'silent' });
  const secrets = createSecrets(doorKey);
  const jobs = createJobs({ database: test.database, clock, log });
  let url = options.publicUrl ?? '';
  const portalUrl = (): string => url;
  const people = createPeopleFeature({ database: test.database, clock, bus: createBus(log) }).port;
  const { firstNamesOf } = people;
  const from = 'Trace <trace@example.com>';
  const mail = createMail({ database: test.database, jobs, from, portalUrl, firstNamesOf, secrets, clock, log });
  const auth = createAuthFeature({
    database: test.database,
    clock,
    people,
    log,
    secrets,
    jobs,
    mail,
    portalUrl,
    isSecure: options.publicUrl?.startsWith('https:') ?? false,
    isAddressShared: false,
    isStaffSecondFactorRequired: options.isStaffSecondFactorRequired ?? false,
    passwordCost: cheapPasswords,
    mostHashesAtOnce: options.mostHashesAtOnce,
  });
  const refused: RefusedCall[] = [];
  const server = await createHttpServer({
    host: '127.0.0.1',
    port: 0,
    publicUrl: options.publicUrl ?? null,
    trustProxy: 1,
    version: 'test',
    clock,
    log,
    routes: [...auth.routes, ...(options.routes?.(auth, test, clock, people) ?? [])],
    authenticate: auth.port.authenticate,
    isOperator: () => false,
    onRefused: async (call) => {
      refused.push(call);
    },
    onStaffRead: async () => {},
    outsideHosts: { images: [], connections: [], scripts: [] },
    webDirectory: null,
    extend: () => {},
  });
  const address = await listen(server);
  url = options.publicUrl ?? address;
  let stopAuth = auth.start();
  const stop = async (): Promise<void> => {
    stopAuth();
    await server.stop();
    if (options.shared === undefined) await test.drop();
  };
  return {
    auth,
    people,
    test,
    clock,
    url: address,
    refused,
    mail,
    stopSweeping: () => stopAuth(),
    startSweeping: () => {
      stopAuth = auth.start();
    },
    browser: (from) => browserAt(address, from ?? '203.0.113.7'),
    stop,
  };
}

async function listen(server: HttpServer): Promise<string> {
  const { port } = await server.start();
  return `http://127.0.0.1:${port}`;
}

function browserAt(url: string, address: string): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          'user-agent': 'test browser',
          'x-forwarded-for': address,
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const header of response.headers.getSetCookie()) keep(cookies, header);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as unknown };
    },
  };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  if (/max-age=0/i.test(header)) cookies.delete(name);
  else cookies.set(name, pair.slice(equals + 1));
}
