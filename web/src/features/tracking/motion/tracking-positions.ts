import { useStream, useStreamState } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { gapEvent, helloEvent } from '@trace/contract/kernel/stream';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { useEffect, useReducer, useRef } from 'react';
import { accept, emptyLog, type PositionLog } from './tracking-position-log.ts';
import { createMissedPositions, type MissedPositions } from './tracking-missed.ts';
import { pathQuery } from '../tracking.queries.ts';
import type { Position } from '@trace/contract/tracking/tracking.schema';

type Change = { kind: 'forget' } | { kind: 'accept'; positions: readonly Position[] };

function reduce(log: PositionLog, change: Change): PositionLog {
  return change.kind === 'forget' ? emptyLog : accept(log, change.positions);
}

/**
 * Returns the positions of a device while followed: pushed, filled in after a gap (LIVE-09), and polled every `pollMs`
 * while push is cut (LIVE-11). `serial` null: no device is followed.
 */
export function useLivePositions(serial: string | null, pollMs: number): PositionLog {
  const [log, change] = useReducer(reduce, emptyLog);
  const latest = useRef(log);
  const queryClient = useQueryClient();
  const { onEvent } = useStream();
  const { isCut } = useStreamState();
  const missed = useRef<MissedPositions | null>(null);

  useEffect(() => {
    latest.current = log;
  }, [log]);

  useEffect(() => {
    if (serial === null) return undefined;
    const reloadPath = () => void queryClient.invalidateQueries({ queryKey: pathQuery(serial).queryKey });
    const { ask, poll, end } = createMissedPositions({
      serial,
      readLog: () => latest.current,
      onAnswer: ({ positions, complete }) => {
        latest.current = accept(latest.current, positions);
        change({ kind: 'accept', positions });
        if (!complete) reloadPath();
      },
    });
    missed.current = { ask, poll, end };
    const stops = [
      end,
      onEvent(positionEvent, (position) => {
        if (position.serialNumber === serial) change({ kind: 'accept', positions: [position] });
      }),
      onEvent(helloEvent, ask),
      onEvent(gapEvent, ask),
    ];
    // Recently received positions show at once where the device is, before its next report.
    ask();
    return () => {
      for (const stop of stops) stop();
      latest.current = emptyLog;
      change({ kind: 'forget' });
      // The followed positions are stored by now, so a path that is still shown extends to the end of tracking.
      reloadPath();
    };
  }, [serial, onEvent, queryClient]);

  useEffect(() => {
    if (serial === null || !isCut) return undefined;
    const timer = setInterval(() => missed.current?.poll(), pollMs);
    return () => clearInterval(timer);
  }, [serial, isCut, pollMs]);

  return log;
}
