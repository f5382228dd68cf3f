// Whether the event loop of this process has little idle time left.
import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const LOOK_EVERY_MS = 100;
const BUSY_SHARE = 0.7;

export interface LoopClock {
  nowMs(): number;
  utilization(): EventLoopUtilization;
}

const processLoop: LoopClock = {
  nowMs: () => performance.now(),
  utilization: () => performance.eventLoopUtilization(),
};

/** Returns a function that tells whether the loop was busy in the last tenth of a second. Cheap enough for each message. */
export function createLoopLoad(loop: LoopClock = processLoop): () => boolean {
  let lookedAtMs = loop.nowMs();
  let last = loop.utilization();
  let isBusy = false;
  return () => {
    const nowMs = loop.nowMs();
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return isBusy;
    const now = loop.utilization();
    const activeMs = now.active - last.active;
    const idleMs = now.idle - last.idle;
    isBusy = activeMs > BUSY_SHARE * (activeMs + idleMs);
    [lookedAtMs, last] = [nowMs, now];
    return isBusy;
  };
}
