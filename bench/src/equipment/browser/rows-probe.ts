// Code that runs inside the page. Opens the device table and records when the first rows were on the screen.

/** The little of a browser that is used here; the rest of this room runs in Node. */
declare const document: { querySelector(selector: string): { click(): void } | null };
declare function requestAnimationFrame(run: () => void): number;

/**
 * Injected into the page unchanged, so this function must not refer to anything outside itself. Returns ms from the
 * click.
 */
export function clickUntilRows(path: string): Promise<number> {
  const link = document.querySelector(`nav a[href="${path}"]`);
  if (link === null) throw new Error(`there is no link to ${path}`);
  return new Promise((resolve) => {
    const fromMs = performance.now();
    const look = () => {
      if (document.querySelector('main tbody tr td') === null) return void requestAnimationFrame(look);
      // When the second-next frame begins, the frame with the rows is on its way to the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - fromMs)));
    };
    link.click();
    requestAnimationFrame(look);
  });
}
