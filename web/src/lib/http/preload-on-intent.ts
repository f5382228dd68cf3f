/** For what opens a part that is loaded later: the part is on its way as soon as somebody points there. */
export function preloadOnIntent(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const begin = () => {
    // A part that is missing makes the page load itself anew, and nobody has asked for anything yet.
    if (navigator.onLine) load().catch(() => undefined);
  };
  return { onPointerEnter: begin, onFocus: begin };
}
