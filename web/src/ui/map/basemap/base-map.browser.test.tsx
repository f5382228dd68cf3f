import { mount } from '#testing/mount.tsx';
import { colorsAt } from '#testing/pixels.ts';
import { KitProvider } from '../../kit-provider.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addProtocol } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MapView } from '../map-view.tsx';
import type { LiveMarker, MapConfig, MapViewProps } from '../map.types.ts';
import { mapColors } from './colors.ts';

const ute: LiveMarker = { id: 'ute', label: 'Work ute', lat: -33.8721, lng: 151.1876, glideMs: 0 };
/** In the bay Kaisaniemenlahti, 200 m from each shore. */
const bay = { lat: 60.1769, lng: 24.9462 };

type Answer = () => Promise<Response>;
const failing: Answer = () => Promise.reject(new Error('No network'));
const breakingOff: Answer = async () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new Error('The connection was cut')) }));
/** Pending until the test ends. */
const never: Answer = () =>
  new Promise<Response>((_resolve, reject) => {
    onTestFinished(() => reject(new Error('The test has ended')));
  });

/** Answers requests whose address contains a word. Returns how many came. */
function answering(word: string, answer: Answer): () => number {
  const { fetch } = globalThis;
  let asked = 0;
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const [wanted] = request;
    const address = wanted instanceof Request ? wanted.url : wanted.toString();
    if (!address.includes(word)) return fetch(...request);
    asked += 1;
    return answer();
  });
  return () => asked;
}

function Framed(props: Partial<MapViewProps>) {
  return (
    <main style={{ height: '100vh' }}>
      <MapView config={{ provider: 'none-outside' }} theme="light" label="Where Work ute is" {...props} />
    </main>
  );
}

const mapElement = () => document.querySelector<HTMLElement>('[data-base]');
/** A map drawn by the processor takes seconds on a busy machine. */
const slowly = { timeout: 20_000 };
const drawn = () => vi.waitUntil(() => mapElement()?.dataset['ready'] === 'true', slowly);

// The failing cases come first, because a file that has loaded is not requested again.
test.each([
  ['cannot be loaded', failing, 'alert'],
  ['breaks off midway', breakingOff, 'alert'],
  ['is still on its way', never, 'status'],
] as const)(
  'the map shows a device on plain land while the world %s [MAP-04] [MAP-05]',
  async (_case, answer, role) => {
    await page.viewport(600, 420);
    const asked = answering('.pmtiles', answer);
    await mount(<Framed live={[ute]} followedId="ute" centre={{ lat: 0, lng: -140 }} zoom={4} />);
    await vi.waitUntil(() => document.querySelector('[data-live-id="ute"]'), slowly);
    await vi.waitUntil(() => asked() > 0, slowly);
    // The middle of the Pacific, between the lines of the grid.
    expect(await colorsAt({ x: 330, y: 240 })).toEqual([mapColors.light.land]);
    const words = { alert: 'Map Error', status: 'Loading map...' }[role];
    await expect.element(page.getByRole(role).filter({ hasText: words })).toBeVisible();
  },
);

test.each(['light', 'dark'] as const)(
  'the built-in map draws real water in %s and credits its source [MAP-04]',
  async (theme) => {
    await page.viewport(1_000, 700);
    await mount(<Framed theme={theme} centre={bay} zoom={16} />, { scheme: theme });
    await drawn();
    const [inTheBay, beyondTheFile] = await colorsAt({ x: 470, y: 350 }, { x: 970, y: 150 });
    expect(inTheBay).toBe(mapColors[theme].water);
    expect(beyondTheFile).not.toBe(mapColors[theme].sea);
    const credit = page.getByRole('link', { name: '© OpenStreetMap contributors' });
    await expect.element(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
  },
);

test('the built-in map shows plain land beyond its streets, never open sea [MAP-04]', async () => {
  await page.viewport(600, 420);
  // 400 m east of the streets, where the real city has a harbour.
  await mount(<Framed centre={{ lat: 60.1703, lng: 24.9611 }} zoom={16} />);
  await drawn();
  expect(await colorsAt({ x: 330, y: 240 })).toEqual([mapColors.light.land]);
});

test('a change of theme repaints the built-in map without loading it again [MAP-04]', async () => {
  await page.viewport(600, 420);
  const shown = (theme: 'light' | 'dark') => <Framed theme={theme} centre={bay} zoom={16} />;
  const screen = await mountPlain(shown('light'));
  await drawn();
  const asked = answering('.pmtiles', never);
  await screen.rerender(shown('dark'));
  await vi.waitUntil(async () => (await colorsAt({ x: 270, y: 210 }))[0] === mapColors.dark.water, slowly);
  expect(asked()).toBe(0);
});

const STYLE = `${location.origin}/open-style.json`;
const open: MapConfig = { provider: 'open', styleUrl: { light: STYLE, dark: STYLE } };
/** After this time the map no longer waits for the style. */
const STYLE_PATIENCE_MS = 4_000;
/** After this time the map shows a style as far as its tiles have arrived. */
const TILE_PATIENCE_MS = 8_000;
const PINK = '#ff00aa';
const slowStyle = {
  version: 8,
  sources: { open: { type: 'vector', tiles: ['slow://{z}/{x}/{y}'] } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': PINK } },
    { id: 'streets', type: 'line', source: 'open', 'source-layer': 'roads' },
  ],
};

// In this order: the later tests find the style that opened before.
test('the built-in map is drawn while the open style has not answered [MAP-04]', async () => {
  await page.viewport(600, 420);
  let askedAt = 0;
  answering('open-style', () => {
    askedAt = performance.now();
    return never();
  });
  await mount(<Framed config={open} centre={bay} zoom={16} />);
  await vi.waitUntil(mapElement, { interval: 20, timeout: 20_000 });
  expect(performance.now() - askedAt).toBeLessThan(STYLE_PATIENCE_MS);
  expect(mapElement()?.dataset['base']).toBe('built-in');
  await drawn();
  expect(await colorsAt({ x: 270, y: 210 })).toEqual([mapColors.light.water]);
});

test('an open style that failed is asked again when the browser is online, and by the next map [MAP-04]', async () => {
  const asked = answering('open-style', failing);
  const screen = await mountPlain(<Framed config={open} centre={bay} zoom={16} />);
  await drawn();
  await vi.waitUntil(() => asked() === 1, slowly);
  window.dispatchEvent(new Event('online'));
  await vi.waitUntil(() => asked() === 2, slowly);
  await screen.unmount();
  await mountPlain(<Framed config={open} centre={bay} zoom={16} />);
  await vi.waitFor(() => expect(asked()).toBe(3));
});

test('an open style takes over, and the map before it stays visible until the style is drawn [MAP-04]', async () => {
  await page.viewport(600, 420);
  const { promise: tile, resolve: sendTile } = Promise.withResolvers<{ data: Uint8Array }>();
  addProtocol('slow', () => tile);
  const { promise: style, resolve: sendStyle } = Promise.withResolvers<Response>();
  answering('open-style', () => style);
  waitForeverForStyles();
  await mount(<Framed config={open} centre={bay} zoom={16} />);
  await drawn();
  sendStyle(Response.json(slowStyle));
  await vi.waitUntil(() => mapElement()?.dataset['base'] === 'style', slowly);
  expect(await colorsAt({ x: 270, y: 210 })).toEqual([mapColors.light.water]);
  expect(mapElement()?.dataset['ready']).toBeUndefined();
  sendTile({ data: new Uint8Array() });
  await drawn();
  expect(await colorsAt({ x: 270, y: 210 })).toEqual([PINK]);
});

test('a change of theme shows its land at once while the style of the theme has not answered [MAP-04]', async () => {
  await page.viewport(600, 420);
  const light = `${location.origin}/light-style.json`;
  const config: MapConfig = { provider: 'open', styleUrl: { light, dark: light.replace('light', 'dark') } };
  const ground = { id: 'ground', type: 'background', paint: { 'background-color': PINK } };
  answering('-style.json', async () => Response.json({ version: 8, sources: {}, layers: [ground] }));
  const shown = (theme: 'light' | 'dark') => <Framed config={config} theme={theme} centre={bay} zoom={16} />;
  const screen = await mountPlain(shown('light'));
  await vi.waitUntil(async () => (await colorsAt({ x: 270, y: 210 }))[0] === PINK, slowly);
  waitForeverForStyles();
  // Neither the dark style nor a tile of the map that ships with the product.
  answering('.pmtiles', never);
  const asked = answering('dark-style', never);
  await screen.rerender(shown('dark'));
  await vi.waitUntil(() => asked() > 0, slowly);
  await vi.waitUntil(async () => (await colorsAt({ x: 270, y: 210 }))[0] !== PINK, slowly);
  const darkGrounds: string[] = [mapColors.dark.land, mapColors.dark.water, mapColors.dark.sea];
  expect(darkGrounds).toContain((await colorsAt({ x: 270, y: 210 }))[0]);
});

/** Keeps the map waiting for a style and its tiles: drawing on a busy machine takes longer than the map waits. */
function waitForeverForStyles(): void {
  const { setTimeout: real } = globalThis;
  const isPatience = (ms?: number) => ms === STYLE_PATIENCE_MS || ms === TILE_PATIENCE_MS;
  vi.stubGlobal('setTimeout', (handler: () => void, ms?: number) => (isPatience(ms) ? 0 : real(handler, ms)));
}

/** Without a router around, so that new props reach the map by rendering again. */
function mountPlain(content: ReactNode) {
  return render(content, { wrapper: ({ children }) => <KitProvider forceScheme="light">{children}</KitProvider> });
}
