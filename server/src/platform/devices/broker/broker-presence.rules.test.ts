import { expect, test } from 'vitest';

import type { StatusMessage } from '@trace/contract/device-protocol/messages';

import { presenceHint } from './broker-presence.rules.ts';

const status = (word: StatusMessage['status'], seq?: number): StatusMessage => ({
  ...{ v: 1, boot: 1, ts: 0, status: word },
  ...(seq === undefined ? {} : { seq }),
});

test('takes an offline status without a counter as the last will [SCALE-02]', () => {
  expect(presenceHint('status', status('offline'))).toBe('lost');
  expect(presenceHint('status', status('offline', 4))).toBe('goes');
});

test('takes a sleeping device as gone and every other status as here [SCALE-02]', () => {
  expect(presenceHint('status', status('sleeping', 1))).toBe('goes');
  for (const word of ['online', 'updating', 'error'] as const)
    expect(presenceHint('status', status(word, 1))).toBe('here');
});

test('takes only messages that a connected device sends by itself as a sign of presence [SCALE-02]', () => {
  for (const kind of ['heartbeat', 'reply', 'update'] as const) expect(presenceHint(kind, null)).toBe('here');
  for (const kind of ['location', 'event', 'log'] as const) expect(presenceHint(kind, null)).toBe('none');
});

test('learns nothing from a broken status [SCALE-02]', () => {
  expect(presenceHint('status', null)).toBe('none');
});
