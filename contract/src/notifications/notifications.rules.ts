import { DAY_MS } from '../kernel/time.ts';

/** NOTF-02: limits of a notification. */
export const notificationRules = {
  titleMaxLength: 120,
  messageMaxLength: 2_000,
  /** The bell shows the newest. */
  bellSize: 50,
  /** Notifications per page of the staff page. */
  pageSize: 20,
  searchMaxLength: 100,
  expiresWithinMs: 366 * DAY_MS,
} as const;

export const notificationTypes = ['info', 'warning', 'error', 'success'] as const;
export const notificationAudiences = ['support', 'users', 'installers', 'all'] as const;

export type NotificationType = (typeof notificationTypes)[number];
export type NotificationAudience = (typeof notificationAudiences)[number];

/** A new notification on the page and on the dashboard. */
export const newNotificationDefaults = { type: 'info', audience: 'support' } as const;
