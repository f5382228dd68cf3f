import { expect, test } from 'vitest';
import { directionsUrl } from './directions.ts';

const place = { lat: 60.1671234567, lng: 24.9405 };

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    'https://maps.apple.com/?daddr=60.167123,24.940500',
  ],
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 16; Pixel 9)',
    'https://www.google.com/maps/dir/?api=1&destination=60.167123,24.940500',
  ],
])('directions open the maps app of %s [UDASH-11]', (_, userAgent, url) => {
  expect(directionsUrl(place, userAgent)).toBe(url);
});
