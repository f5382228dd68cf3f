import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import type { Role } from '@trace/contract/kernel/roles';
import { signIn } from '@trace/contract/auth/auth.api';
import { sql } from 'kysely';
import { createLog } from '#platform/log/log';
import { UNDECLARED } from '#platform/http/serve-endpoint';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App, type AppOptions } from '#server/app';
import { readConfig, type Config } from '#server/config/config';
import { cheapPasswords } from './cheap-passwords.ts';
import { fakeClock, type FakeClock } from './fake-clock.ts';
import { createSessionStarter } from './sessions.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** The whole server in this process: a database of its own, real HTTP and MQTT on free ports, a clock moved by hand. */
export interface Portal {
  app: App;
  url: string;
  mqttPort: number;
  mqttsPort: number;
  redirectPort: number | null;
  clock: FakeClock;
  test: TestDatabase;
  dataDirectory: string;
  /** The warnings and errors logged so far, a line each. */
  logged(): readonly string[];
  /** Creates a user with a session, as after a sign-in. */
  person(options?: Partial<PersonOptions>): Promise<SignedIn>;
  /** A client without a session. */
  stranger: ApiClient;
  stop(): Promise<void>;
}

export interface PersonOptions {
  role: Role;
  timeZone: string;
  premium: boolean;
  /** Staff: sets the admin flag. Left out, the first staff account of the portal has the flag. */
  admin: boolean;
}

export interface SignedIn {
  id: string;
  email: string;
  api: ApiClient;
  cookie: string;
}

export interface PortalExtras extends Partial<Pick<AppOptions, 'extend' | 'deliverMail' | 'webDirectory'>> {
  /** A database server that the test disturbs; else a database in the server that all tests share. */
  test?: TestDatabase;
}

const PASSWORD = 'Harbour-2026-bridge';

/** A moment on a Monday in Sydney, long before midnight there. TLS uses only the real time, so TLS tests begin now. */
const START = new Date('2026-03-02T00:00:00.000Z');

export async function startPortal(
  settings: Record<string, string> = {},
  change: (config: Config) => Config = (config) => config,
  startAt: Date = START,
  { test: ownTest, ...extras }: PortalExtras = {},
): Promise<Portal> {
  const test = ownTest ?? (await testDatabase());
  const clock = fakeClock(startAt);
  const directory = await mkdtemp(join(tmpdir(), 'trace-portal-'));
  const ports = { PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0' };
  const config = change(readConfig({ ...ports, LOG_LEVEL: 'silent', TRACE_DATA_DIR: directory, ...settings }));
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const logged: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void logged.push(line) } });
  const app = await createApp({
    config,
    databaseUrl: test.appUrl,
    schema: test.schema,
    clock: async () => clock,
    log,
    secrets,
    webDirectory: null,
    passwordCost: cheapPasswords,
    ...extras,
  });
  const { port, mqttPort, mqttsPort, redirectPort } = await app.start();
  // Also used when PUBLIC_URL is unreachable from here.
  const url = `http://127.0.0.1:${port}`;
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  const beginSession = createSessionStarter({ database: test.database, clock, secrets, isSecure });
  let people = 0;
  return {
    app,
    url,
    mqttPort: mqttPort!,
    mqttsPort,
    redirectPort,
    clock,
    test,
    dataDirectory: config.dataDirectory,
    logged: () => logged,
    stranger: createApiClient({ baseUrl: url }),
    async person({ role = 'user', timeZone = 'Australia/Sydney', premium = false, admin } = {}) {
      people += 1;
      const email = `person-${people}@example.com`;
      const id = await app.auth.createAccount({
        email,
        password: PASSWORD,
        firstName: `Person ${people}`,
        lastName: 'Example',
        role,
        timeZone,
      });
      if (premium)
        await app.subscription.grant({
          accountId: id,
          until: new Date(clock.now().getTime() + 30 * 86_400_000),
          source: 'demo',
        });
      if (admin !== undefined)
        await sql`update support_staff set is_admin = ${admin} where account_id = ${id}`.execute(test.database.sql);
      const cookie = await beginSession(id);
      return { id, email, cookie, api: createApiClient({ baseUrl: url, headers: () => ({ cookie }) }) };
    },
    async stop() {
      await app.stop();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
      const undeclared = logged.filter((line) => line.includes(UNDECLARED));
      if (undeclared.length > 0) throw new Error(undeclared.join('\n'));
    },
  };
}

/** Signs in over HTTP and answers a client that carries the session's cookie. */
export async function signInAs(
  url: string,
  email: string,
  password: string = PASSWORD,
): Promise<{ api: ApiClient; cookie: string }> {
  let cookie = '';
  const remember: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const given = response.headers.getSetCookie().map((header) => header.split(';')[0]!);
    if (given.length > 0) cookie = given.join('; ');
    return response;
  };
  await createApiClient({ baseUrl: url, fetch: remember }).call(signIn, { body: { email, password } });
  return { cookie, api: createApiClient({ baseUrl: url, headers: () => ({ cookie }) }) };
}
