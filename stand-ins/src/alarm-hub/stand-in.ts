// The hub service for tests and the demo: a real HTTP server that behaves as described in the notes of its clients.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { jsonOf, writeEndless } from '../http.ts';
import { createAccounts, hubsOf, nameOf, type StandInHub } from './stand-in.accounts.ts';
import { login, refresh, refused, type Answer, type Silence } from './stand-in.login.ts';
import { createStandInTokens, type StandInTokens } from './stand-in.tokens.ts';

export { STAND_IN_PASSWORD, STAND_IN_TOTP_KEY } from './stand-in.accounts.ts';
export { standInCode } from './stand-in.tokens.ts';

export const STAND_IN_KEY = 'stand-in-key-of-the-demo';

export interface StandIn {
  readonly url: string;
  /** The received requests, as `METHOD path`, in order. */
  readonly requests: readonly string[];
  /** Requests to paths that arm, disarm or press panic. This list must stay empty. */
  readonly armings: readonly string[];
  /** How many refreshes are under way, and the most that ever were at once. */
  readonly refreshes: { atOnce: number; mostAtOnce: number };
  /** Changes the password as the account's owner would, which ends all tokens of the account. */
  changePassword(login: string, password: string): void;
  /** Removes a hub from an account, as a sale does. */
  removeHub(login: string, hubId: string): void;
  /** Gives an account the hubs that it had at first. */
  restoreHubs(login: string): void;
  /** Ends the sessions of an account but keeps the refresh tokens. */
  endSessions(login: string): void;
  /** Ends all tokens of an account but keeps the password. */
  endTokens(login: string): void;
  /** Answers every request with this status until set back to null. `page`: as a proxy in front of the service does. */
  failWith(status: number | null, page?: string): void;
  stop(): Promise<void>;
}

export async function startStandIn({
  clock,
  port = 0,
}: {
  clock: Pick<Clock, 'now'>;
  port?: number;
}): Promise<StandIn> {
  const accountOf = createAccounts();
  const tokens = createStandInTokens(clock);
  const requests: string[] = [];
  const armings: string[] = [];
  const refreshes = { atOnce: 0, mostAtOnce: 0 };
  let failure: Answer | null = null;

  const answerTo = async (request: IncomingMessage): Promise<Answer | Silence> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    requests.push(`${request.method} ${pathname}`);
    if (/commands|arming|panic/i.test(pathname)) {
      armings.push(pathname);
      return refused(418, 'The portal never arms.');
    }
    const body = await jsonOf(request);
    if (failure !== null) return failure;
    if (request.headers['x-api-key'] !== STAND_IN_KEY) return refused(401, 'User is not authorized');
    if (pathname === '/login') return login(body, { accountOf, tokens, clock });
    if (pathname === '/refresh') return refresh(body, tokens, refreshes);
    return read(request, pathname, searchParams.get('hubId'), tokens);
  };

  const server = createServer((request, response) => {
    answerTo(request).then(
      (answer) => write(response, answer),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    requests,
    armings,
    refreshes,
    changePassword(name, password) {
      const account = accountOf(name);
      if (account !== undefined) account.password = password;
    },
    removeHub(name, hubId) {
      const account = accountOf(name);
      if (account !== undefined) account.hubs = account.hubs.filter(({ id }) => id !== hubId);
    },
    restoreHubs(name) {
      const account = accountOf(name);
      if (account !== undefined) account.hubs = hubsOf(name);
    },
    endSessions: (name) => tokens.endSessions(name),
    endTokens: (name) => tokens.endAll(name),
    failWith(status, page) {
      if (status === null) failure = null;
      else failure = page === undefined ? refused(status, 'Simulated failure.') : { status, body: page };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function read(
  request: IncomingMessage,
  pathname: string,
  hubId: string | null,
  tokens: StandInTokens,
): Answer | Silence {
  const [, userId = '', rest = ''] = /^\/user\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
  const account = tokens.accountOf(
    decodeURIComponent(userId),
    request.headers['x-session-token'] as string | undefined,
  );
  if (account === undefined) return refused(401, 'Session token is invalid');
  const name = nameOf(account.login);
  if (name === 'slow') return 'hang';
  if (rest === '/hubs') return listOf(name, account.hubs);
  if (name === 'limited') return refused(429, 'Too many requests');
  if (rest === '/spaces') return { status: 200, body: account.hubs.find(({ id }) => isSame(id, hubId))?.spaces ?? [] };
  const found = account.hubs.find(({ id }) => isSame(id, rest.replace('/hubs/', '')));
  return found === undefined ? refused(404, 'Not found') : { status: 200, body: found.details };
}

const isSame = (id: string, other: string | null): boolean => id.toUpperCase() === other;

function listOf(name: string, hubs: readonly StandInHub[]): Answer | Silence {
  if (name === 'endless') return 'endless';
  if (name === 'strange') return { status: 200, body: { message: 'no list here' } };
  const list = hubs.map(({ idKey, id, hubName }) => ({
    [idKey]: id,
    hubBindingRole: 'MASTER',
    ...(hubName ? { hubName } : {}),
  }));
  return { status: 200, body: name === 'wrapped' ? { hubs: list } : list };
}

function write(response: ServerResponse, answer: Answer | Silence): void {
  if (answer === 'hang') return;
  if (answer === 'endless') {
    writeEndless(response, '[]');
    return;
  }
  const { status, body, headers } = answer;
  const [type, text] = typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}
