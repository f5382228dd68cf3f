// Code that runs inside the page. Records when a position of the followed device was in the stream, and when the frame
// with its marker at the new place was shown. Instants are ms since 1970, as on the sending side.

/** `lat` with six decimals names the position. */
export interface Sighting {
  readonly lat: string;
  readonly atMs: number;
}

export interface GlassNotes {
  readonly streamed: Sighting[];
  readonly painted: Sighting[];
}

/** The little of a browser that is used here; the rest of this room runs in Node. */
declare const document: object;
declare function requestAnimationFrame(run: () => void): number;
declare class MutationObserver {
  constructor(look: (records: { target: { getAttribute(name: string): string | null } }[]) => void);
  observe(root: object, what: { subtree: boolean; attributes: boolean; attributeFilter: string[] }): void;
}

/** Injected into the page before its own scripts, so this function must not refer to anything outside itself. */
export function installProbe(serial: string): void {
  const notes: GlassNotes = { streamed: [], painted: [] };
  const nowMs = (): number => performance.timeOrigin + performance.now();
  Object.assign(globalThis, { glassNotes: notes });

  class WatchedSource extends EventSource {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('position', (event) => {
        const text = String((event as { data?: unknown }).data);
        if (!text.includes(serial)) return;
        const { lat } = JSON.parse(text) as { lat: number };
        notes.streamed.push({ lat: lat.toFixed(6), atMs: nowMs() });
      });
    }
  }
  globalThis.EventSource = WatchedSource;

  const paintedAtNextFrame = (lat: string): void => {
    // When the callback of the second-next frame runs, the frame with the marker is on its way to the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => notes.painted.push({ lat, atMs: nowMs() })));
  };
  let lastLat: string | null = null;
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const lat = target.getAttribute('data-lat');
      if (lat === null || lat === lastLat) continue;
      lastLat = lat;
      paintedAtNextFrame(lat);
    }
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-lat'] });
}

/** Checks whether the next second brings frames at the rate of a page at rest. Runs inside the page. */
export function isAtRest(): Promise<boolean> {
  const LONGEST_FRAME_MS = 100;
  const WATCHED_MS = 1_000;
  return new Promise((resolve) => {
    const fromMs = performance.now();
    let beforeMs = fromMs;
    const onFrame = (): void => {
      const nowMs = performance.now();
      if (nowMs - beforeMs > LONGEST_FRAME_MS) resolve(false);
      else if (nowMs - fromMs > WATCHED_MS) resolve(true);
      else requestAnimationFrame(onFrame);
      beforeMs = nowMs;
    };
    requestAnimationFrame(onFrame);
  });
}
