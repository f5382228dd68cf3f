import { alertRules } from './alerts.rules.ts';
import type { Unread } from './alerts.schema.ts';

/** Texts in the header of every page. */
export const alertsBellTexts = {
  bell: 'Alerts',
  bellUnread: (unread: Unread) => `Alerts, ${counted(unread)} unread`,
  /** The same for the eye. */
  badge: ({ unread, isMoreUnread }: Unread) => (isMoreUnread ? `${unread}+` : String(unread)),
} as const;

function counted({ unread, isMoreUnread }: Unread): string {
  if (!isMoreUnread) return String(unread);
  return unread < alertRules.unreadCounted ? `at least ${unread}` : `more than ${unread}`;
}
