/** A tab opened by a click before its address is known. */
export interface WaitingTab {
  lead: (address: string) => void;
  close: () => void;
}

/**
 * T69: returns whether the browser may be sent to an address: the open web, or the local machine for the demo's
 * stand-in.
 */
export function isAllowedExternalUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === location.hostname);
}

/** Pages that are not the portal's own. */
export const externalNavigation = {
  /** Leaves the portal for another page. */
  go: (address: string): void => location.assign(address),

  /** Opens a tab within the click, so that popup blockers allow the tab. Returns null if the tab was blocked anyway. */
  openTab: (words: string): WaitingTab | null => {
    const tab = window.open('', '_blank');
    if (tab === null) return null;
    tab.document.title = words;
    tab.document.body.textContent = words;
    // The page loaded in the tab later must not control this page.
    tab.opener = null;
    return { lead: (address) => tab.location.replace(address), close: () => tab.close() };
  },
};
