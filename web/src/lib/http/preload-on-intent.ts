/**
 * Returns handlers for a control that opens a lazily loaded part. The part starts loading as soon as the user points at
 * the control.
 */
export function preloadOnIntent(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const begin = () => {
    // A missing chunk makes the page reload, so no chunk is preloaded while offline, before the user asks for any.
    if (navigator.onLine) load().catch(() => undefined);
  };
  return { onPointerEnter: begin, onFocus: begin };
}
