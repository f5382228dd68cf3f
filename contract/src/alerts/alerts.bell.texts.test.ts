import { expect, test } from 'vitest';
import { alertsBellTexts as texts } from './alerts.bell.texts.ts';

test.each<[number, boolean, string, string]>([
  [1, false, 'Alerts, 1 unread', '1'],
  [99, false, 'Alerts, 99 unread', '99'],
  [99, true, 'Alerts, more than 99 unread', '99+'],
  // Where the server stopped looking, nobody knows whether there are more.
  [12, true, 'Alerts, at least 12 unread', '12+'],
])('ALRT-01 the bell says of %i unread (more: %s) no more than is known', (unread, isMoreUnread, spoken, badge) => {
  expect(texts.bellUnread({ unread, isMoreUnread })).toBe(spoken);
  expect(texts.badge({ unread, isMoreUnread })).toBe(badge);
});
