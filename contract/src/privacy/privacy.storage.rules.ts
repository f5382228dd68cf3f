/**
 * SET-05: every place where the portal keeps something in a browser. The web uses these names, and the privacy policy
 * shows them.
 */
export const storageNames = {
  colourScheme: 'mantine-color-scheme-value',
  closedAnnouncement: 'trace-closed-announcement',
  pingWaits: 'trace-ping-waits',
  pushBrowsers: 'trace-push-browsers',
  reload: 'trace-reloaded-at',
  lastState: 'trace-last-state',
  registrations: 'trace-outbox',
  draft: 'trace-draft',
  pendingSignOut: 'trace-sign-out-pending',
  pageParts: 'trace-seen-parts',
} as const;

export type StorageKind = keyof typeof storageNames;
