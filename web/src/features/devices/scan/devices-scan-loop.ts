/** Often enough to feel immediate, and seldom enough for the battery of a phone. */
export const LOOK_EVERY_MS = 150;
/** After this many frames without a code, about five seconds, the person gets a hint. */
export const HINT_AFTER_FRAMES = 30;

interface Look {
  read: () => Promise<readonly string[]>;
  wait: (ms: number) => Promise<void>;
  onCodes: (codes: readonly string[]) => void;
  onNothing: () => void;
}

/** Reads frame after frame until aborted. The pause between frames leaves time for the page, however slow a frame is. */
export async function lookForCodes({ read, wait, onCodes, onNothing }: Look, signal: AbortSignal): Promise<void> {
  let empty = 0;
  while (!signal.aborted) {
    const codes = await read();
    if (signal.aborted) return;
    empty = codes.length === 0 ? empty + 1 : 0;
    if (codes.length > 0) onCodes(codes);
    if (empty === HINT_AFTER_FRAMES) onNothing();
    await wait(LOOK_EVERY_MS);
  }
}
