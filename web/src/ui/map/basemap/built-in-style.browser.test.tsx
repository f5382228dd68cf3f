import { mount } from '#testing/mount.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MapView } from '../map-view.tsx';
import type { LiveMarker } from '../map.types.ts';

const ute: LiveMarker = { id: 'ute', label: 'Work ute', lat: -33.8721, lng: 151.1876, glideMs: 0 };

const failing = () => Promise.reject(new Error('No network'));
const breakingOff = async () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new Error('The connection was cut')) }));
const never = () => new Promise<Response>(() => undefined);

// The failing cases come first, because a pending request for the file is not repeated.
test.each([
  ['cannot be loaded', failing],
  ['breaks off midway', breakingOff],
  ['is still on its way', never],
])('while the file of the land %s the map shows where a device is', async (_case, answer) => {
  const { fetch } = globalThis;
  let asked = 0;
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const [wanted] = request;
    const address = wanted instanceof Request ? wanted.url : wanted.toString();
    if (!address.includes('world-atlas/countries')) return fetch(...request);
    asked += 1;
    return answer();
  });
  await mount(
    <main style={{ height: '100vh' }}>
      <MapView
        config={{ provider: 'none-outside' }}
        theme="light"
        label="Where Work ute is"
        live={[ute]}
        followedId="ute"
        centre={ute}
      />
    </main>,
  );
  const isDrawn = () => document.querySelector('[data-ready]') !== null;
  await vi.waitUntil(isDrawn, { timeout: 20_000 });
  expect(asked).toBe(1);
  expect(document.querySelector('[data-live-id="ute"]')).not.toBeNull();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
