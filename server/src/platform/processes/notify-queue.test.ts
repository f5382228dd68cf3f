import { expect, test } from 'vitest';
import { packed } from './notify-queue.ts';

test('packs messages of a channel into as few notifications as PostgreSQL takes, in order', () => {
  const item = (nth: number): string => JSON.stringify({ nth, filling: 'ü'.repeat(900) });
  const items = Array.from({ length: 9 }, (_, nth) => ({ channel: nth === 4 ? 'b' : 'a', item: item(nth) }));
  const payloads = packed(items);
  expect(payloads.map(({ channel }) => channel)).toEqual(['a', 'a', 'b']);
  for (const { payload } of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  const read = payloads.flatMap(({ payload }) => (JSON.parse(payload) as { nth: number }[]).map(({ nth }) => nth));
  expect(read).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 4]);
});
