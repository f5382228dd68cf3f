import type { ReactNode } from 'react';

/** Messages of support that stand above the alerts. */
export interface BellNotices {
  readonly unread: number;
  /** Null when there are none. */
  readonly section: ReactNode;
  readonly readAll: () => void;
}
