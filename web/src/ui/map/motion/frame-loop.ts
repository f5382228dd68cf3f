import type { Stop } from '#lib/stop.ts';

export interface FrameLoop {
  /** Draws with the next frame, and goes on while `draw` answers true. */
  wake: () => void;
  stop: Stop;
}

/** One animation loop for everything that moves on a map; it sleeps while nothing does. */
export function createFrameLoop(draw: (nowMs: number) => boolean): FrameLoop {
  let frame = 0;
  const run = () => {
    frame = 0;
    // Not the frame's own stamp: it may lie before the moment that a target was set.
    if (draw(performance.now())) wake();
  };
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(run);
  };
  return { wake, stop: () => cancelAnimationFrame(frame) };
}
