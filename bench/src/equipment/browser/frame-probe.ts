// Code that runs inside the page. Measures how long the animation callbacks of each frame take, and how long a user
// waits after each press.

export interface Probed {
  readonly probe: { readonly frames: number[]; readonly waits: number[]; clear(): void };
}

/** The little of a browser that is used here; the rest of this room runs in Node. */
type Run = (nowMs: number) => void;
declare class PerformanceObserver {
  constructor(look: (list: { getEntries(): { duration: number; interactionId: number }[] }) => void);
  observe(what: { type: string; buffered: boolean; durationThreshold: number }): void;
}

/** Injected into the page before its own scripts, so this function must not refer to anything outside itself. */
export function installFrameProbe(): void {
  const frames: number[] = [];
  const page = globalThis as unknown as { requestAnimationFrame: (run: Run) => number };
  const next = page.requestAnimationFrame.bind(globalThis);
  let frameAt = -1;
  page.requestAnimationFrame = (run) =>
    next((nowMs) => {
      const startMs = performance.now();
      run(nowMs);
      const tookMs = performance.now() - startMs;
      // All callbacks of a frame are given the same moment.
      if (nowMs === frameAt) frames[frames.length - 1] = (frames.at(-1) ?? 0) + tookMs;
      else frames.push(tookMs);
      frameAt = nowMs;
    });
  Object.assign(globalThis, { probe: { frames, waits: [], clear: () => frames.splice(0) } });
}

/** The same for input delays: collects delays longer than one frame, as the browser reports these. */
export function installInputProbe(): void {
  const waits: number[] = [];
  const byInteraction = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) {
      if (interactionId > 0)
        byInteraction.set(interactionId, Math.max(duration, byInteraction.get(interactionId) ?? 0));
    }
    waits.splice(0, waits.length, ...byInteraction.values());
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  const clear = (): void => {
    byInteraction.clear();
    waits.splice(0);
  };
  Object.assign(globalThis, { probe: { frames: [], waits, clear } });
}
