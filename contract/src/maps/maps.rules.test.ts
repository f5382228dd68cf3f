import { expect, test } from 'vitest';
import { defaultCentre, defaultZoom, isGoogleKeyValid } from './maps.rules.ts';

test.each([
  [undefined, false],
  [null, false],
  ['', false],
  ['0123456789', false],
  ['Google Maps API key Not Configured', false],
  ['01234567890', true],
])('reports whether the key %j is valid: %s [MAP-01]', (key, isValid) => {
  expect(isGoogleKeyValid(key)).toBe(isValid);
});

test('the panel opens over Sydney and the dialog over New York, at zoom 15 [MAP-03]', () => {
  expect(defaultCentre.panel).toEqual({ lat: -33.8688, lng: 151.2093 });
  expect(defaultCentre.dialog).toEqual({ lat: 40.7128, lng: -74.006 });
  expect(defaultZoom).toBe(15);
});
