import { expect, test } from 'vitest';
import { firmwareGroups } from './analytics.firmware.rules.ts';

const groupsOf = (...counts: number[]) =>
  firmwareGroups(
    counts.map((count, index) => ({ version: `1.${index}`, count })),
    5,
  );

test('counts firmware versions on fewer than five devices together [RET-05]', () => {
  expect(groupsOf(40, 5, 4, 1)).toEqual([
    { version: '1.0', count: 40 },
    { version: '1.1', count: 5 },
    { version: 'other', count: 5 },
  ]);
});

test('drops the other versions when they are on fewer than five devices together [RET-05]', () => {
  expect(groupsOf(40, 4)).toEqual([{ version: '1.0', count: 40 }]);
});

test('names at most eight versions [ANA-06]', () => {
  expect(groupsOf(...Array.from({ length: 20 }, () => 10))).toHaveLength(9);
  expect(groupsOf(...Array.from({ length: 20 }, () => 10)).at(-1)).toEqual({ version: 'other', count: 120 });
});
