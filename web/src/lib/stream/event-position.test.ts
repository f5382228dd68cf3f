import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';
import { expect, test } from 'vitest';
import { keepEventPosition, restartEventPosition, startOfEvents } from './event-position.ts';

const answer = (position: string) => keepEventPosition(new Headers({ [EVENT_POSITION_HEADER]: position }));

test('the event stream starts at the first answer, and at the newest answer after a change of user', () => {
  expect(startOfEvents()).toBeNull();
  answer('5.0');
  answer('7.2');
  // As an answer from a cache or a proxy.
  keepEventPosition(new Headers());
  expect(startOfEvents()).toBe('5.0');
  restartEventPosition();
  expect(startOfEvents()).toBe('7.2');
  answer('9.0');
  expect(startOfEvents()).toBe('7.2');
});
