import { deviceCategories } from '@trace/contract/analytics/analytics.rules';
import { expect, test } from 'vitest';
import { categoryOfNickname } from './analytics.categories.rules.ts';

test.each([
  ['Work ute', 'truck'],
  ["Mia's BIKES", 'bicycle'],
  ['Boat trailer 2', 'trailer'],
  ['John Deere tractor', 'farm_vehicle'],
  ['Excavator no. 4', 'heavy_machinery'],
  ['Carpet', 'uncategorized'],
  ['Лодка', 'uncategorized'],
  ['', 'uncategorized'],
  [null, 'uncategorized'],
] as const)('categorizes the nickname %j as %s [ANA-04]', (nickname, category) => {
  expect(categoryOfNickname(nickname)).toBe(category);
  expect(deviceCategories).toContain(category);
});
