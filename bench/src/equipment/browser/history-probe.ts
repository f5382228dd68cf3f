// Code that runs inside the page. Chooses a day and records when the line of this day was on the screen.

export interface DrawnDay {
  /** Of the line. */
  readonly points: number;
  /** From the click to the last byte of the server's answer. */
  readonly answeredMs: number;
  /** From the click to the frame that has the line. */
  readonly drawnMs: number;
}

/** The little of a browser that is used here; the rest of this room runs in Node. */
declare const document: { querySelector(selector: string): { click(): void } | null };
declare function requestAnimationFrame(run: () => void): number;
declare class MutationObserver {
  constructor(look: (records: { target: { getAttribute(name: string): string | null } }[]) => void);
  observe(root: object, what: { subtree: boolean; attributes: boolean; attributeFilter: string[] }): void;
  disconnect(): void;
}

/** Injected into the page unchanged, so this function must not refer to anything outside itself. */
export function clickUntilDrawn(label: string): Promise<DrawnDay> {
  const button = document.querySelector(`button[aria-label="${label}"]`);
  if (button === null) throw new Error(`there is no button '${label}'`);
  return new Promise((resolve) => {
    const fromMs = performance.now();
    const observer = new MutationObserver((records) => {
      const points = Number(records.at(-1)?.target.getAttribute('data-path-points') ?? 0);
      if (points === 0) return;
      observer.disconnect();
      // When the callback of the second-next frame runs, the frame with the line is on its way to the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/history/'));
          const answer = answers.at(-1) as { responseEnd: number } | undefined;
          resolve({ points, answeredMs: (answer?.responseEnd ?? 0) - fromMs, drawnMs: performance.now() - fromMs });
        }),
      );
    });
    observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-path-points'] });
    button.click();
  });
}
