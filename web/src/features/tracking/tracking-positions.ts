import { serverNowMs } from '#lib/heard.ts';
import { useStream, useStreamState } from '#lib/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { gapEvent, helloEvent } from '@trace/contract/kernel/stream';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { accept, askSince, emptyLog, knownSince, type PositionLog } from './tracking-position-log.ts';
import { askMissed, type MissedQuestion } from './tracking-missed.ts';
import { pathQuery } from './tracking.queries.ts';
import type { Position } from '@trace/contract/tracking/tracking.schema';

type Change = { kind: 'forget' } | { kind: 'accept'; positions: readonly Position[] };

function reduce(log: PositionLog, change: Change): PositionLog {
  return change.kind === 'forget' ? emptyLog : accept(log, change.positions);
}

/**
 * The positions of a device while it is followed: pushed; after a gap filled in (LIVE-09); and asked for every
 * `pollMs` where push is cut (LIVE-11). `serial` null: nobody is followed.
 */
export function useLivePositions(serial: string | null, pollMs: number): PositionLog {
  const [log, change] = useReducer(reduce, emptyLog);
  const latest = useRef(log);
  const queryClient = useQueryClient();
  const { onEvent } = useStream();
  const { isCut } = useStreamState();
  const ask = useAskMissed(serial, latest, change);

  useEffect(() => {
    latest.current = log;
  }, [log]);

  useEffect(() => {
    if (serial === null) return undefined;
    const stops = [
      onEvent(positionEvent, (position) => {
        if (position.serialNumber === serial) change({ kind: 'accept', positions: [position] });
      }),
      onEvent(helloEvent, ask),
      onEvent(gapEvent, ask),
    ];
    // What came just before shows at once where the device is, not only with its next report.
    ask();
    return () => {
      for (const stop of stops) stop();
      change({ kind: 'forget' });
      // What was followed is stored by now: a path that is still shown goes on to where it ended.
      void queryClient.invalidateQueries({ queryKey: pathQuery(serial).queryKey });
    };
  }, [serial, onEvent, ask, queryClient]);

  useEffect(() => {
    if (serial === null || !isCut) return undefined;
    const timer = setInterval(ask, pollMs);
    return () => clearInterval(timer);
  }, [serial, isCut, ask, pollMs]);

  return log;
}

/** Asks for what the page may have missed, until there is an answer; what it has already is dropped by its id. */
function useAskMissed(
  serial: string | null,
  latest: { readonly current: PositionLog },
  change: (change: Change) => void,
) {
  const queryClient = useQueryClient();
  const running = useRef<MissedQuestion | null>(null);
  useEffect(
    () => () => {
      running.current?.end();
      running.current = null;
    },
    [serial],
  );
  return useCallback(() => {
    if (serial === null) return;
    const unanswered = running.current;
    unanswered?.end();
    const since = Math.min(askSince(latest.current, serverNowMs()), unanswered?.since ?? Number.POSITIVE_INFINITY);
    const known = knownSince(latest.current, since);
    const question = askMissed(serial, { since, known }, ({ positions, complete }) => {
      running.current = null;
      change({ kind: 'accept', positions });
      if (!complete) void queryClient.invalidateQueries({ queryKey: pathQuery(serial).queryKey });
    });
    running.current = question;
  }, [serial, latest, change, queryClient]);
}
