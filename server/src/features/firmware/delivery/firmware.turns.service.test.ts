import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeliveryTurns } from './firmware.turns.service.ts';

function world() {
  let nowMs = 0;
  const takeTurn = createDeliveryTurns({ now: () => new Date(nowMs) });
  const endings: (() => void)[] = [];
  const begin = () => takeTurn(() => new Promise<void>((resolve) => endings.push(resolve)));
  return { begin, takeTurn, endings, pass: (ms: number) => (nowMs += ms) };
}

test('eight requests of devices run at once, and the others follow in order', async () => {
  const { begin, endings } = world();
  const all = Array.from({ length: 20 }, begin);
  await nextRound();
  expect(endings.length).toBe(8);
  for (let ended = 0; ended < 20; ended += 1) {
    endings[ended]!();
    await all[ended];
    await nextRound();
    expect(endings.length).toBe(Math.min(20, 9 + ended));
  }
});

test('a request that waited for too long is refused, and a failure passes the turn on', async () => {
  const { begin, takeTurn, endings, pass } = world();
  const first = Array.from({ length: 8 }, begin);
  const late = takeTurn(async () => 'late');
  await nextRound();
  pass(30_001);
  endings[0]!();
  await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfterSec: 60 });
  await expect(takeTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await takeTurn(async () => 'next')).toBe('next');
  for (const end of endings) end();
  await Promise.all(first);
});
