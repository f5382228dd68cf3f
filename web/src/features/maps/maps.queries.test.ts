import { expect, test } from 'vitest';
import { configOf } from './maps.queries.ts';

const bare = { provider: 'open' as const, styleUrl: null, darkStyleUrl: null, tilesUrl: null };

test('translates the map style of the operator into the map configuration [MAP-02]', () => {
  expect(configOf(bare, null)).toEqual({ provider: 'open', googleKey: null });
  expect(configOf({ ...bare, provider: 'none' }, null).provider).toBe('none-outside');
  expect(configOf({ ...bare, tilesUrl: '/map.pmtiles' }, null).pmtilesUrl).toBe('/map.pmtiles');
});

test('a style without a dark variant serves both colour schemes', () => {
  const light = 'https://tiles.example/light.json';
  expect(configOf({ ...bare, styleUrl: light }, null).styleUrl).toEqual({ light, dark: light });
});
