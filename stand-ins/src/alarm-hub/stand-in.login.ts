import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { nameOf, type StandInAccount } from './stand-in.accounts.ts';
import type { StandInTokens } from './stand-in.tokens.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** No answer at all, or an endless answer. */
export type Silence = 'hang' | 'endless';

export const refused = (status: number, message: string): Answer => ({ status, body: { message } });

const RETRY_AFTER_SEC = 40;

interface LoginTools {
  accountOf(login: string): StandInAccount | undefined;
  tokens: StandInTokens;
  clock: Pick<Clock, 'now'>;
}

/** Answers of special names, whatever the password. */
function oddLogin(name: string, clock: Pick<Clock, 'now'>): Answer | Silence | undefined {
  switch (name) {
    case 'hang':
      return 'hang';
    case 'huge':
      return 'endless';
    case 'badkey':
      return refused(401, 'User is not authorized');
    case 'error':
      return refused(500, 'Internal error');
    case 'pro':
      return refused(401, 'PRO accounts are not allowed to use the Enterprise API');
    case 'garbage':
      return { status: 200, body: '<html>Bad gateway</html>' };
    case 'busy':
      return { ...refused(429, 'Too many requests'), headers: { 'retry-after': String(RETRY_AFTER_SEC) } };
    case 'busydate': {
      const at = new Date(clock.now().getTime() + RETRY_AFTER_SEC * 1_000);
      return { ...refused(429, 'Too many requests'), headers: { 'retry-after': at.toUTCString() } };
    }
    default:
      return undefined;
  }
}

export function login(body: Record<string, unknown>, { accountOf, tokens, clock }: LoginTools): Answer | Silence {
  const name = textIn(body, 'login');
  const odd = oddLogin(nameOf(name), clock);
  if (odd !== undefined) return odd;
  const account = accountOf(name);
  const isRight = account !== undefined && body['passwordHash'] === sha256(account.password);
  if (account?.totpKey != null) {
    // The service gives the same answer to a wrong password and to a wrong or missing code.
    const code = textIn(body, 'totp');
    return isRight && tokens.useCode(account, code)
      ? { status: 200, body: tokens.issue(account, true) }
      : refused(403, 'Forbidden');
  }
  if (account === undefined || !isRight) return refused(401, 'Wrong login or password');
  return { status: 200, body: tokensFor(nameOf(name), tokens.issue(account, false)) };
}

function tokensFor(name: string, issued: Record<string, string>): Record<string, string> {
  const { sessionToken, userId, refreshToken } = issued;
  if (name === 'tokenless') return { greeting: 'hello' };
  return name === 'unrenewable'
    ? { sessionToken: sessionToken!, userId: userId! }
    : { sessionToken: sessionToken!, userId: userId!, refreshToken: refreshToken! };
}

export async function refresh(
  body: Record<string, unknown>,
  tokens: StandInTokens,
  count: { atOnce: number; mostAtOnce: number },
): Promise<Answer> {
  count.atOnce += 1;
  count.mostAtOnce = Math.max(count.mostAtOnce, count.atOnce);
  try {
    // Long enough for a concurrent refresh to be visible.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const renewed = tokens.renew(textIn(body, 'userId'), textIn(body, 'refreshToken'));
    return renewed === undefined ? refused(401, 'Token is invalid') : { status: 200, body: renewed };
  } finally {
    count.atOnce -= 1;
  }
}

const textIn = (body: Record<string, unknown>, key: string): string => (typeof body[key] === 'string' ? body[key] : '');

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
