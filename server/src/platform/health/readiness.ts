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
  /** States of parts without which the portal still serves people and trackers. */
  others(): Promise<Record<string, string>>;
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

  const canSignIn = async (): Promise<boolean> => {
    try {
      await withinTime(clock, parts.checkSignIn());
      isSignInBroken = false;
    } catch (error) {
      if (!isSignInBroken) log.error({ err: error }, 'No one can sign in, /readyz answers 503 until it works again');
      isSignInBroken = true;
    }
    return !isSignInBroken;
  };

  const check = async (): Promise<Readiness> => {
    const isReachable = await withinTime(clock, parts.isDatabaseReachable()).catch(() => false);
    const writeProblem = parts.writeProblem();
    const needed = {
      process: parts.isStopping() ? 'stopping' : 'ok',
      database: isReachable ? 'ok' : 'away',
      writes: writeProblem ?? (isReachable ? 'ok' : 'away'),
      signIn: isReachable && writeProblem === null && (await canSignIn()) ? 'ok' : 'failing',
      gateway: parts.isGatewayUp() ? 'ok' : 'away',
      panic: parts.eventDelayMs() <= EVENT_DELAY_MS ? 'ok' : 'stalled',
    };
    const others = await parts.others();
    const isReady = Object.values(needed).every((state) => state === 'ok');
    const isWhole = Object.values(others).every((state) => state === 'ok' || state === 'off');
    return { isReady, states: { status: statusOf(isReady, isWhole), ...needed, ...others } };
  };

  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}

function statusOf(isReady: boolean, isWhole: boolean): string {
  if (!isReady) return 'unavailable';
  return isWhole ? 'ok' : 'degraded';
}

function withinTime<Result>(clock: Clock, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ANSWER_WITHIN_MS, () => reject(new Error('no answer in time')));
    work.then(resolve, reject).finally(stop);
  });
}
