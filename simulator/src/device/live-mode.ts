import type { Clock, Stop } from '../clock.ts';

/** Sends live positions until the lease expires. The device itself ends live mode (LIVE-08). */
export interface LiveMode {
  /** Starts or renews live mode. The lease then counts from now. */
  enable(intervalMs: number, leaseSec: number): void;
  disable(): void;
  intervalMs(): number | null;
}

export function createLiveMode(options: {
  clock: Clock;
  sendPosition(): void;
  /** Called when live mode begins, changes its interval or ends, but not on a mere renewal. */
  onChange(): void;
}): LiveMode {
  const { clock } = options;
  let intervalMs: number | null = null;
  let stopInterval: Stop = () => {};
  let stopLease: Stop = () => {};

  const tick = (): void => {
    if (intervalMs === null) return;
    options.sendPosition();
    stopInterval = clock.after(intervalMs, tick);
  };

  const disable = (): void => {
    stopInterval();
    stopLease();
    if (intervalMs === null) return;
    intervalMs = null;
    options.onChange();
  };

  return {
    enable(nextIntervalMs, leaseSec) {
      stopLease();
      stopLease = clock.after(leaseSec * 1_000, disable);
      if (intervalMs === nextIntervalMs) return;
      stopInterval();
      intervalMs = nextIntervalMs;
      options.onChange();
      tick();
    },
    disable,
    intervalMs: () => intervalMs,
  };
}
