import { useEffect, type RefObject } from 'react';

/** The distance between a card and the edge of its list. */
const GAP_PX = 12;

/**
 * Scrolls the list beside the map to the card of the chosen device, which a person may have chosen on the map. The list
 * becomes lower when the parts below it have loaded.
 */
export function useChosenInView(listRef: RefObject<HTMLElement | null>, serial: string): void {
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const observer = new ResizeObserver(() => showChosen(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, [listRef, serial]);
}

/** `scrollIntoView` would also scroll the page, away from the map. */
function showChosen(list: HTMLElement): void {
  const card = list.querySelector(':checked')?.parentElement;
  if (!card) return;
  const [inner, outer] = [card.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + GAP_PX;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + GAP_PX;
}
