/**
 * Shows the skeleton of the page, which stands in the HTML, until the portal has drawn a page of its own. The swap
 * happens before the next paint, so nothing blinks or moves.
 */
export function replaceSkeleton(portal: HTMLElement, skeleton: HTMLElement | null): void {
  if (skeleton === null) return;
  portal.hidden = true;
  const observer = new MutationObserver(() => {
    // Every page has a heading. A loader and a shell whose page still loads have none.
    if (portal.querySelector('h1') === null) return;
    observer.disconnect();
    portal.hidden = false;
    skeleton.remove();
  });
  observer.observe(portal, { childList: true, subtree: true });
}
