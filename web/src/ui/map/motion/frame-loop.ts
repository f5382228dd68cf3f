import type { Stop } from '#lib/stop.ts';

export interface FrameLoop {
  /** Draws with the next frame, and goes on while `draw` answers true. */
  wake: () => void;
  stop: Stop;
}

/** Creates an animation loop for all moving parts of a map. The loop sleeps while all parts are still. */
export function createFrameLoop(draw: (nowMs: number) => boolean): FrameLoop {
  let frame = 0;
  const run = () => {
    frame = 0;
    // The frame's own timestamp can lie before the moment that set a target, so the current time is used.
    if (draw(performance.now())) wake();
  };
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(run);
  };
  return { wake, stop: () => cancelAnimationFrame(frame) };
}
