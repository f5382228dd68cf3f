// What runs inside the page: it opens the device table and notes when its first rows were on the glass.

/** The little of a browser that is used here; the rest of this room runs in Node. */
declare const document: { querySelector(selector: string): { click(): void } | null };
declare function requestAnimationFrame(run: () => void): number;

/** Goes into the page as it stands; it must not refer to anything outside of itself. Answers ms from the click. */
export function clickUntilRows(path: string): Promise<number> {
  const link = document.querySelector(`nav a[href="${path}"]`);
  if (link === null) throw new Error(`there is no link to ${path}`);
  return new Promise((resolve) => {
    const fromMs = performance.now();
    const look = () => {
      if (document.querySelector('main tbody tr td') === null) return void requestAnimationFrame(look);
      // The frame after the next one begins when the one with the rows is on its way to the glass.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - fromMs)));
    };
    link.click();
    requestAnimationFrame(look);
  });
}
