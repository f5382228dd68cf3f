import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';

test.each([
  ['a day behind', 26 * HOUR_MS, 26 * HOUR_MS, 'Seen 1 day ago', true],
  ['ten minutes behind', 10 * MINUTE_MS, 9.5 * MINUTE_MS, 'Seen 9 min ago', true],
  ['three hours ahead', -3 * HOUR_MS, 10 * SECOND_MS, /Seen \d+ s ago/, false],
])(
  'shows the true age of a device when the browser clock is %s [LIVE-13]',
  async (_, clockAheadMs, ageMs, words, isStale) => {
    const lastSeen = new Date(Date.now() + clockAheadMs - ageMs).toISOString();
    const statuses = [aStatus('Trace_4F21', { lastSeen })];
    const { screen } = await openPortal('/user', { clockAheadMs, world: { statuses } });
    const card = screen.getByRole('radio', { name: /Work ute/ });
    await expect.element(card).toBeInTheDocument();
    const age = card.element().parentElement!.querySelector('time');
    await expect.poll(() => age?.textContent).toMatch(words);
    expect(age?.dataset.stale === 'true').toBe(isStale);
  },
);
