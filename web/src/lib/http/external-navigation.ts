/** A tab that was opened by a click, before it is known where it leads. */
export interface WaitingTab {
  lead: (address: string) => void;
  close: () => void;
}

/** T69: an address that somebody's browser may be led to: the open web, or this very machine for the demo's stand-in. */
export function isAllowedExternalUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === location.hostname);
}

/** Pages that are not the portal's own. */
export const externalNavigation = {
  /** Leaves the portal for another page. */
  go: (address: string): void => location.assign(address),

  /** Opens a tab within the click, which no blocker takes for an advertisement; null where it was blocked all the same. */
  openTab: (words: string): WaitingTab | null => {
    const tab = window.open('', '_blank');
    if (tab === null) return null;
    tab.document.title = words;
    tab.document.body.textContent = words;
    // What is loaded there later must not steer this page.
    tab.opener = null;
    return { lead: (address) => tab.location.replace(address), close: () => tab.close() };
  },
};
