import { SHOWN_ACCOUNT_HEADER } from '@trace/contract/kernel/shown-account';
import { activityHeaders } from './activity.ts';

let shownAccountId: string | null = null;

/** Sets the account that this page shows, or none. */
export function setShownAccount(id: string | null): void {
  shownAccountId = id;
}

/** The headers of every call of this page. */
export function callHeaders(): Record<string, string> {
  return {
    ...activityHeaders(),
    ...(shownAccountId !== null && { [SHOWN_ACCOUNT_HEADER]: shownAccountId }),
  };
}
