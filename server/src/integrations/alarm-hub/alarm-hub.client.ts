import { createHash } from 'node:crypto';
import type { AlarmHub, HubAccess, HubSession, HubTrouble, ListedHub, SignInOutcome } from './alarm-hub.ts';
import { composeHub, readHubs, tokensShape, type HubEntry } from './alarm-hub.shapes.ts';
import { createHubTransport, type HubAnswer, type HubTransportOptions } from './alarm-hub.transport.ts';

/** Maximum hubs with requested details. Further hubs show only the data of the list. */
const MOST_DETAILED = 40;
/** Concurrent requests for hub details. The service allows about one request per second and account. */
const AT_ONCE = 2;
/** A person waits for the list. Hubs without details by then show only the data of the list. */
const DETAILS_WITHIN_MS = 10_000;

/** The real client. The same code talks to the stand-in, over the wire. */
export function createAlarmHubClient(options: HubTransportOptions): AlarmHub {
  const send = createHubTransport(options);
  const { clock } = options;
  const reader =
    ({ userId, sessionToken }: HubAccess) =>
    (path: string): Promise<HubAnswer> =>
      send({
        method: 'GET',
        path: `/user/${encodeURIComponent(userId)}${path}`,
        headers: { 'x-session-token': sessionToken },
      });
  return {
    async signIn({ username, password, totp }) {
      const answer = await send({
        method: 'POST',
        path: '/login',
        body: { login: username, passwordHash: hashOf(password), userRole: 'USER', ...(totp ? { totp } : {}) },
      });
      if (answer.status === 200) return signedIn(answer);
      return refusedSignIn(answer) ?? troubleOf(answer);
    },
    async refresh({ userId, refreshToken }) {
      const answer = await send({ method: 'POST', path: '/refresh', body: { userId, refreshToken } });
      if (answer.status === 200) {
        const tokens = tokensIn(answer);
        return tokens === null ? { outcome: 'garbled' } : { outcome: 'refreshed', session: tokens };
      }
      return isEnded(answer) ? { outcome: 'ended' } : troubleOf(answer);
    },
    async listHubs(session) {
      const ask = reader(session);
      const list = await entriesFrom(ask);
      if (list.outcome !== 'listed') return list;
      const endsAt = clock.now().getTime() + DETAILS_WITHIN_MS;
      const hubs = await detailed(list.hubs, ask, () => clock.now().getTime() >= endsAt);
      return { outcome: 'listed', hubs };
    },
    async listHubIds(session) {
      const list = await entriesFrom(reader(session));
      if (list.outcome !== 'listed') return list;
      // A missing id ends a link, so a list that is not understood as a whole proves nothing.
      if (!list.isComplete) return { outcome: 'garbled' };
      return { outcome: 'listed', hubIds: list.hubs.map(({ hubId }) => hubId) };
    },
  };
}

type Entries =
  | { outcome: 'listed'; hubs: readonly HubEntry[]; isComplete: boolean }
  | { outcome: 'ended' }
  | HubTrouble;

async function entriesFrom(ask: (path: string) => Promise<HubAnswer>): Promise<Entries> {
  const answer = await ask('/hubs');
  if (answer.status !== 200) return isEnded(answer) ? { outcome: 'ended' } : troubleOf(answer);
  const list = readHubs(answer.json);
  return list === null ? { outcome: 'garbled' } : { outcome: 'listed', ...list };
}

/**
 * Returns the SHA-256 of the UTF-8 password in lower-case hex, without a salt. This service treats the hash as the
 * password.
 */
const hashOf = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

function signedIn(answer: HubAnswer): SignInOutcome {
  const session = tokensIn(answer);
  return session === null ? { outcome: 'garbled' } : { outcome: 'signed_in', session };
}

function tokensIn(answer: HubAnswer): HubSession | null {
  const tokens = tokensShape.safeParse('json' in answer ? answer.json : undefined);
  if (!tokens.success) return null;
  const { userId, sessionToken, refreshToken } = tokens.data;
  return { userId, sessionToken, refreshToken };
}

/** Returns the verdict of a refused sign-in on the credentials, or null if the answer gives none. */
function refusedSignIn(answer: HubAnswer): SignInOutcome | null {
  if (isPage(answer)) return null;
  if (answer.status === 403) return { outcome: 'code_or_password' };
  if (answer.status !== 401 || isKeyRefused(answer)) return null;
  return /\bpro\b|enterprise/i.test(answer.text) ? { outcome: 'account_refused' } : { outcome: 'wrong_credentials' };
}

const isKeyRefused = (answer: HubAnswer): boolean =>
  answer.status === 401 && /user is not authorized/i.test(answer.text);

const isEnded = (answer: HubAnswer): boolean =>
  !isPage(answer) && ((answer.status === 401 && !isKeyRefused(answer)) || answer.status === 403);

/** A page comes from a proxy in front of the service, such as 'Access denied'. It judges no credentials or tokens. */
const isPage = (answer: HubAnswer): boolean => answer.status !== null && answer.text.trimStart().startsWith('<');

function troubleOf(answer: HubAnswer): HubTrouble {
  if (answer.status === null) return { outcome: 'unavailable', because: answer.because };
  if (isKeyRefused(answer)) return { outcome: 'key_refused' };
  if (answer.status === 429) return { outcome: 'busy', retryAfterSec: answer.retryAfterSec };
  return { outcome: 'unavailable', because: `it answered ${answer.status}` };
}

/** A hub whose details are not answered keeps the data of the list. */
async function detailed(
  entries: readonly HubEntry[],
  ask: (path: string) => Promise<HubAnswer>,
  isLate: () => boolean,
): Promise<ListedHub[]> {
  const hubs: ListedHub[] = entries.map((entry) => composeHub(entry, undefined, undefined));
  const waiting = [...entries.slice(0, MOST_DETAILED).entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [nth, entry] = next;
      const [details, spaces] = [await ask(`/hubs/${entry.hubId}`), await ask(`/spaces?hubId=${entry.hubId}`)];
      hubs[nth] = composeHub(entry, jsonOf(details), jsonOf(spaces));
      // A missing answer costs the whole time limit, and a limited one asks for a pause.
      if (isLate() || [details, spaces].some(({ status }) => status === null || status === 429)) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hubs;
}

const jsonOf = (answer: HubAnswer): unknown => (answer.status === 200 ? answer.json : undefined);
