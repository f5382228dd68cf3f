import { isPassing } from '#lib/http/api.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { retryPauseMs } from '#lib/stream/stream.ts';
import type { Stop } from '#lib/stop.ts';
import { ApiError } from '@trace/contract/kernel/client';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { askSince, knownSince, type PositionLog } from './tracking-position-log.ts';
import { fetchPositions } from '../tracking.queries.ts';

type Answer = Awaited<ReturnType<typeof fetchPositions>>;

/** A timeout longer than a slow line needs. A later answer is not expected. */
const ANSWER_LIMIT_MS = 30 * SECOND_MS;

interface MissedOptions {
  serial: string;
  /** Returns the positions of the device that the page has so far. */
  readLog: () => PositionLog;
  onAnswer: (answer: Answer) => void;
}

/**
 * Requests positions that a page may have missed of a device, one request at a time. On a slow line, replacing a
 * pending request would leave both unanswered.
 */
export interface MissedPositions {
  /** Positions may be missing: requests them now, or again after the pending request. */
  ask: () => void;
  /** Sends a request unless another request is pending. */
  poll: () => void;
  end: Stop;
}

/** A reopened stream fills no gap, so each request is retried until answered. A refusal ends the retries. */
export function createMissedPositions({ serial, readLog, onAnswer }: MissedOptions): MissedPositions {
  let onTheWay: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hasEnded = false;
  /** The start of the range that may have missing positions and that no pending request covers. */
  let owedSince: number | null = null;

  const owe = (since: number) => {
    owedSince = Math.min(since, owedSince ?? since);
  };
  const oweNow = () => owe(askSince(readLog(), serverNowMs()));

  const put = async (since: number, question: AbortController) => {
    const limit = setTimeout(() => question.abort(), ANSWER_LIMIT_MS);
    try {
      const answer = await fetchPositions(serial, { since, known: knownSince(readLog(), since) }, question.signal);
      if (!hasEnded) onAnswer(answer);
      failures = 0;
      return true;
    } catch (error) {
      if (hasEnded) return false;
      if (!question.signal.aborted && !(error instanceof ApiError)) throw error;
      owe(since);
      if (question.signal.aborted || isPassing(error)) tryAgain();
      return false;
    } finally {
      clearTimeout(limit);
      onTheWay = null;
    }
  };

  const tryAgain = () => {
    failures += 1;
    timer = setTimeout(() => void send(), retryPauseMs(failures, Math.random()));
  };

  const send = async () => {
    clearTimeout(timer);
    oweNow();
    const since = owedSince!;
    owedSince = null;
    onTheWay = new AbortController();
    const isAnswered = await put(since, onTheWay);
    if (isAnswered && owedSince !== null && !hasEnded) void send();
  };

  return {
    ask: () => {
      if (onTheWay) oweNow();
      else void send();
    },
    poll: () => {
      if (!onTheWay) void send();
    },
    end: () => {
      hasEnded = true;
      clearTimeout(timer);
      onTheWay?.abort();
    },
  };
}
