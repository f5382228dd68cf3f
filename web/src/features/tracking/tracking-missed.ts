import { isPassing } from '#lib/api.ts';
import { retryPauseMs } from '#lib/stream.ts';
import type { Stop } from '#lib/stop.ts';
import { ApiError } from '@trace/contract/kernel/client';
import { fetchPositions } from './tracking.queries.ts';

type Answer = Awaited<ReturnType<typeof fetchPositions>>;

/** The positions received since an instant (ms), without those that the page has. */
export interface Missed {
  since: number;
  /** Their ids. */
  known: readonly string[];
}

/** A question that is not answered yet. */
export interface MissedQuestion {
  since: number;
  end: Stop;
}

/** Asks until there is an answer, since a stream that is open again fills no gap; a refusal ends it. */
export function askMissed(serial: string, missed: Missed, onAnswer: (answer: Answer) => void): MissedQuestion {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (failures: number): Promise<void> => {
    try {
      const answer = await fetchPositions(serial, missed, ended.signal);
      if (!ended.signal.aborted) onAnswer(answer);
    } catch (error) {
      if (ended.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (!isPassing(error)) return;
      timer = setTimeout(() => void ask(failures + 1), retryPauseMs(failures + 1, Math.random()));
    }
  };

  void ask(0);
  return {
    since: missed.since,
    end: () => {
      clearTimeout(timer);
      ended.abort();
    },
  };
}
