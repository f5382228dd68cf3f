// Whether this process must get requests (decision 039).
import { SECOND_MS } from '@trace/contract/kernel/time';

import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

export interface ReadinessParts {
  isDatabaseReachable(): Promise<boolean>;
  /** Begins a session, reads it and rolls back. @throws the reason why no one can sign in */
  checkSignIn(): Promise<void>;
  /** Whether this process is about to end. */
  isStopping(): boolean;
  /** Why the database refuses writes, or null. */
  writeProblem(): string | null;
  isGatewayUp(): boolean;
  /** The age of the oldest event of a tracker or phone, such as a panic, that this process has not stored. */
  eventDelayMs(): number;
  /** `ok`, or `late` while a message of a panic is due and no process sends it. Asks the database. */
  urgentJobs(): Promise<string>;
  /** States of parts without which the portal still serves people and trackers. */
  others(): Record<string, string>;
}

export interface Readiness {
  readonly isReady: boolean;
  /** `status` is `ok`, `degraded` or `unavailable`. */
  readonly states: Readonly<Record<string, string>>;
}

/** A load balancer waits a few seconds for an answer. */
const ANSWER_WITHIN_MS = 3 * SECOND_MS;
/** Another process stores the event at once when the tracker connects there. */
const EVENT_DELAY_MS = 10 * SECOND_MS;

export type CheckReadiness = () => Promise<Readiness>;

/** Requests at the same time share a check, so that callers without a session cannot load the database. */
export function createReadiness(parts: ReadinessParts, { clock, log }: { clock: Clock; log: Log }): CheckReadiness {
  let running: Promise<Readiness> | null = null;
  let isSignInBroken = false;

  const canSignIn = async (within: Within): Promise<boolean> => {
    try {
      await within(parts.checkSignIn());
      isSignInBroken = false;
    } catch (error) {
      if (!isSignInBroken) log.error({ err: error }, 'No one can sign in, /readyz answers 503 until it works again');
      isSignInBroken = true;
    }
    return !isSignInBroken;
  };

  const check = async (within: Within): Promise<Readiness> => {
    const isReachable = await within(parts.isDatabaseReachable()).catch(() => false);
    const writeProblem = parts.writeProblem();
    const needed = {
      process: parts.isStopping() ? 'stopping' : 'ok',
      database: isReachable ? 'ok' : 'away',
      writes: writeProblem ?? (isReachable ? 'ok' : 'away'),
      signIn: isReachable && writeProblem === null && (await canSignIn(within)) ? 'ok' : 'failing',
      gateway: parts.isGatewayUp() ? 'ok' : 'away',
      panic: parts.eventDelayMs() <= EVENT_DELAY_MS ? 'ok' : 'stalled',
    };
    const urgentJobs = isReachable ? await within(parts.urgentJobs()).catch(() => 'unknown') : 'unknown';
    const others = { urgentJobs, ...parts.others() };
    const isReady = Object.values(needed).every((state) => state === 'ok');
    const isWhole = Object.values(others).every((state) => state === 'ok' || state === 'off');
    return { isReady, states: { status: statusOf(isReady, isWhole), ...needed, ...others } };
  };

  return () => {
    running ??= withinTime(clock, check).finally(() => {
      running = null;
    });
    return running;
  };
}

function statusOf(isReady: boolean, isWhole: boolean): string {
  if (!isReady) return 'unavailable';
  return isWhole ? 'ok' : 'degraded';
}

/** Rejects an answer that comes after the time of its check. */
type Within = <Result>(answer: Promise<Result>) => Promise<Result>;

/** All questions of a check share its time. A question to a database that is away takes longer. */
async function withinTime<Result>(clock: Clock, check: (within: Within) => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // Without a handler, this rejection would end the process when no question is open.
  late.promise.catch(() => {});
  const stop = clock.after(ANSWER_WITHIN_MS, () => late.reject(new Error('no answer in time')));
  try {
    return await check((answer) => Promise.race([answer, late.promise]));
  } finally {
    stop();
  }
}
