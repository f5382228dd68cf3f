import { isPassing } from '#lib/http/api.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { retryPauseMs } from '#lib/stream/stream.ts';
import type { Stop } from '#lib/stop.ts';
import { ApiError } from '@trace/contract/kernel/client';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { askSince, knownSince, type PositionLog } from './tracking-position-log.ts';
import { fetchPositions } from '../tracking.queries.ts';

type Answer = Awaited<ReturnType<typeof fetchPositions>>;

/** More than a slow line needs; what has not answered by then never will. */
const ANSWER_LIMIT_MS = 30 * SECOND_MS;

interface MissedOptions {
  serial: string;
  /** What the page has of the device by now. */
  readLog: () => PositionLog;
  onAnswer: (answer: Answer) => void;
}

/**
 * Asks for what a page may have missed of a device, one question at a time: on a slow line a second one in the first one's
 * place would have neither answered.
 */
export interface MissedPositions {
  /** Something may be missing: asked for now, or once more when what is on its way has come. */
  ask: () => void;
  /** Asks unless a question is on its way. */
  poll: () => void;
  end: Stop;
}

/** A stream that is open again fills no gap, so each question is put until there is an answer; a refusal ends it. */
export function createMissedPositions({ serial, readLog, onAnswer }: MissedOptions): MissedPositions {
  let onTheWay: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hasEnded = false;
  /** From where on positions may be missing that no question on its way asks for. */
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
