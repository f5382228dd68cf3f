import { expect, test } from 'vitest';
import { alertsBellTexts as texts } from './alerts.bell.texts.ts';

test.each<[number, boolean, string, string]>([
  [1, false, 'Alerts, 1 unread', '1'],
  [99, false, 'Alerts, 99 unread', '99'],
  [99, true, 'Alerts, more than 99 unread', '99+'],
  // The server stopped counting here, so the true number is unknown.
  [12, true, 'Alerts, at least 12 unread', '12+'],
])(
  'the bell shows only the known number for %i unread alerts (more: %s) [ALRT-01]',
  (unread, isMoreUnread, spoken, badge) => {
    expect(texts.bellUnread({ unread, isMoreUnread })).toBe(spoken);
    expect(texts.badge({ unread, isMoreUnread })).toBe(badge);
  },
);
