import type { Behaviour } from './behaviour.ts';
import type { Clock, Stop } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Fix, Route } from '../routes/route.ts';

/** The two rhythms of a device that is switched on: heartbeats and positions. */
export interface Reporting {
  /** Has no effect while already running. */
  begin(): void;
  end(): void;
}

/** Longer than a red light. */
const PARKED_AFTER_MS = 60_000;

export function createReporting(options: {
  clock: Clock;
  random: Random;
  route: Route;
  behaviour(): Behaviour;
  onBeat(): void;
  onPosition(fix: Fix | null): void;
}): Reporting {
  const { clock, random, route } = options;
  let stopBeats: Stop = () => {};
  let stopPositions: Stop = () => {};
  let isRunning = false;
  let recordedIndex = -1;
  let movedAtMs = 0;

  const beatLater = (): void => {
    stopBeats = clock.after(options.behaviour().heartbeatSec * 1_000, () => {
      beatLater();
      options.onBeat();
    });
  };

  const positionLater = (waitMs: number, everySec: number): void => {
    stopPositions = clock.after(waitMs, () => {
      const fix = route.at(clock.nowMs());
      if (fix?.speedMps !== 0) movedAtMs = clock.nowMs();
      const isParked = clock.nowMs() - movedAtMs > PARKED_AFTER_MS;
      const nextSec = (isParked ? options.behaviour().parkedReportSec : null) ?? everySec;
      positionLater(nextSec * 1_000, everySec);
      options.onPosition(fix);
    });
  };

  const replayLater = (): void => {
    const next = route.nextRecorded?.(recordedIndex) ?? null;
    if (next === null) return;
    recordedIndex = next.index;
    stopPositions = clock.after(Math.max(0, next.atMs - clock.nowMs()), () => {
      replayLater();
      options.onPosition(next.fix);
    });
  };

  return {
    begin() {
      if (isRunning) return;
      isRunning = true;
      const { reportSec } = options.behaviour();
      beatLater();
      if (reportSec === null) {
        replayLater();
        return;
      }
      options.onPosition(route.at(clock.nowMs()));
      // A random first wait spreads the reports of a fleet that was started together.
      positionLater(random.next() * reportSec * 1_000, reportSec);
    },
    end() {
      isRunning = false;
      stopBeats();
      stopPositions();
    },
  };
}
