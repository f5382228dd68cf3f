import { expect, test } from 'vitest';
import { placeWords } from './panic-place.ts';

test('a position is told by its distance from a city of the map, where one is near [PANIC-04]', () => {
  expect(placeWords({ lat: -33.8462, lng: 151.0331 })).toBe('4.6 km south-east of Parramatta');
  expect(placeWords({ lat: -33.86, lng: 151.2093 })).toBe('In or near Sydney');
  expect(placeWords({ lat: -25, lng: 131 })).toBeNull();
});
