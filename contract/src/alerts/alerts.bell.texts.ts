/** What stands in the head of every page. */
export const alertsBellTexts = {
  bell: 'Alerts',
  bellUnread: (count: number) => (count === 1 ? 'Alerts, 1 unread' : `Alerts, ${count} unread`),
} as const;
