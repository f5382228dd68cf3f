import { mount } from '#testing/mount.tsx';
import { axeFindings } from '#testing/axe.ts';
import { blankWebGl } from '#testing/blank-webgl.ts';
import { areShotsWanted, takeShot } from '#testing/shot.ts';
import { withMotion } from '#testing/with-motion.ts';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { KitProvider } from '../kit-provider.tsx';
import type { LiveMarker, MapConfig, MapPoint, MapViewProps } from './map.types.ts';
import { MapView } from './map-view.tsx';
import { splitAtGaps } from './path/path-segments.ts';

// Only screenshots show the pixels of these maps. The tests of the built-in map read its pixels.
if (!areShotsWanted()) blankWebGl();
withMotion();

const ourOwn: MapConfig = { provider: 'none-outside' };
const HALF_HOUR_MS = 30 * 60_000;

const places: [minutes: number, lat: number, lng: number][] = [
  [0, -34.1069, 150.9783],
  [25, -34.0644, 151.0149],
  [43, -34.0331, 151.0522],
  [57, -33.9987, 151.0874],
  [100, -33.9472, 151.1331],
  [124, -33.9036, 151.1652],
  [141, -33.8721, 151.1876],
];
const path = splitAtGaps(
  places.map(([minutes, lat, lng]) => ({ lat, lng, at: minutes * 60_000 })),
  HALF_HOUR_MS,
);
const points: MapPoint[] = places.map(([minutes, lat, lng], index) => ({
  id: `p${minutes}`,
  lat,
  lng,
  kind: index === 0 ? 'start' : 'point',
  label: `After ${minutes} minutes`,
}));
const ute = (lat: number, lng: number, glideMs: number): LiveMarker => ({
  id: 'ute',
  label: 'Work ute',
  lat,
  lng,
  glideMs,
});

function Framed(props: Partial<MapViewProps>) {
  return (
    <main style={{ height: '100vh' }}>
      <MapView config={ourOwn} theme="light" label="Where Work ute was" {...props} />
    </main>
  );
}

const mapElement = () => document.querySelector<HTMLElement>('[data-base]');
const liveElement = () => document.querySelector<HTMLElement>('[data-live-id="ute"]');
const drawn = () => vi.waitUntil(() => mapElement()?.dataset['ready'] === 'true', { timeout: 20_000 });
const clickMap = (x: number, y: number) =>
  userEvent.click(page.elementLocator(document.querySelector('canvas.maplibregl-canvas')!), { position: { x, y } });
const liveLat = () => Number(liveElement()?.dataset['lat']);

test.each([
  ['light', 1_440],
  ['dark', 390],
] as const)('the map in %s at %d px names its data source, and axe reports no violations', async (theme, width) => {
  await page.viewport(width, width === 390 ? 500 : 700);
  await mount(
    <Framed
      theme={theme}
      points={points}
      path={path}
      live={[ute(-33.8412, 151.2103, 0)]}
      followedId="ute"
      selectedId="p57"
      renderPopup={() => <b>Work ute</b>}
      fitKey="all"
    />,
    { scheme: theme },
  );
  await drawn();
  await expect.element(page.getByText('Natural Earth')).toBeVisible();
  await takeShot(`map-${theme}-${width}`);
  // The library reports a layer that it cannot draw as an error of the map.
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test('the followed marker glides to its new place and arrives there [LIVE-04]', async () => {
  await page.viewport(600, 420);
  const shown = (lat: number) => <Framed live={[ute(lat, 151.2093, 800)]} followedId="ute" zoom={12} />;
  const screen = await mountPlain(shown(-33.87));
  await drawn();
  expect(liveLat()).toBe(-33.87);
  await screen.rerender(shown(-33.86));
  const seen: number[] = [];
  await vi.waitUntil(
    () => {
      seen.push(liveLat());
      return seen.at(-1) === -33.86;
    },
    { interval: 20, timeout: 10_000 },
  );
  expect(seen.filter((lat) => lat > -33.87 && lat < -33.86).length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('the map shows heading and tail, and lets the person look around until Recentre [LIVE-04]', async () => {
  await page.viewport(600, 420);
  const east = 151.2093;
  const shown = (lat: number) => (
    <Framed
      live={[{ ...ute(lat, east, 0), headingDeg: 0, tail: [{ lat: -33.89, lng: east }] }]}
      followedId="ute"
      centre={{ lat: -33.87, lng: east }}
      zoom={13}
    />
  );
  const screen = await mountPlain(shown(-33.87));
  await drawn();
  expect(liveElement()?.dataset['heading']).toBe('0');
  const recentre = screen.getByRole('button', { name: 'Recentre on Work ute' });
  expect(recentre.elements()).toEqual([]);
  const canvas = document.querySelector<HTMLElement>('canvas.maplibregl-canvas')!;
  canvas.focus();
  const isOutOfView = () => liveElement()!.getBoundingClientRect().top > window.innerHeight;
  // A key that is pressed during the glide of the previous key moves the map less.
  const lookNorth = async () => {
    await userEvent.keyboard('{ArrowUp}');
    return isOutOfView();
  };
  await expect.poll(lookNorth, { timeout: 10_000 }).toBe(true);
  await expect.element(recentre).toBeVisible();
  // A later position leaves the view where the person looks.
  await screen.rerender(shown(-33.8701));
  await expect.poll(liveLat).toBe(-33.8701);
  expect(isOutOfView()).toBe(true);
  await recentre.click();
  await expect.poll(isOutOfView).toBe(false);
  await expect.element(recentre).not.toBeInTheDocument();
  expect(document.activeElement).toBe(canvas);
});

test('a click on a point selects the point, and a click on the bare map clears the selection', async () => {
  await page.viewport(600, 420);
  const onSelect = vi.fn<(id: string | null) => void>();
  const centre = { lat: -33.8688, lng: 151.2093 };
  const here: MapPoint = { ...centre, id: 'here', kind: 'point', label: 'Here' };
  await mount(<Framed points={[here]} centre={centre} zoom={12} onSelect={onSelect} />);
  await drawn();
  await clickMap(300, 210);
  await vi.waitUntil(() => onSelect.mock.calls.length === 1);
  await clickMap(120, 120);
  await vi.waitUntil(() => onSelect.mock.calls.length === 2);
  expect(onSelect.mock.calls).toEqual([['here'], [null]]);
});

test('the pointer on a path shows the time of the nearest point, and no time beside the path [PATH-04]', async () => {
  await page.viewport(600, 420);
  const centre = { lat: -33.8688, lng: 151.2093 };
  const line = [-0.1, 0, 0.1].map((east, nth) => ({ lat: centre.lat, lng: centre.lng + east, at: nth }));
  const pathWords = ({ at }: { at: number }) => `Point ${at}`;
  await mount(<Framed path={[{ points: line, isGap: false }]} pathWords={pathWords} centre={centre} zoom={12} />);
  await drawn();
  const canvas = page.elementLocator(document.querySelector('canvas.maplibregl-canvas')!);
  await userEvent.hover(canvas, { position: { x: 320, y: 215 } });
  await expect.element(page.getByText('Point 1')).toBeVisible();
  await userEvent.hover(canvas, { position: { x: 320, y: 310 } });
  await expect.poll(() => page.getByText(/^Point/).elements()).toEqual([]);
});

test('a change of theme keeps the view, the path and the followed marker', async () => {
  await page.viewport(600, 420);
  const shown = (theme: 'light' | 'dark') => (
    <Framed
      theme={theme}
      points={points}
      path={path}
      live={[ute(-33.8412, 151.2103, 0)]}
      followedId="ute"
      fitKey="all"
    />
  );
  const screen = await mountPlain(shown('light'));
  await drawn();
  const before = liveElement()?.getBoundingClientRect();
  await screen.rerender(shown('dark'));
  await vi.waitUntil(() => mapElement()?.dataset['theme'] === 'dark' && mapElement()?.dataset['ready'] === undefined);
  await drawn();
  await takeShot('map-changed-to-dark');
  expect(liveElement()?.getBoundingClientRect()).toEqual(before);
  // Near the upper edge, where the fit placed the marker.
  expect(before!.top).toBeLessThan(150);
});

test('a thousand live markers glide, and a marker can be selected at its new place', async () => {
  await page.viewport(600, 420);
  const centre = { lat: -33.8688, lng: 151.2093 };
  const fleet = (shift: number): LiveMarker[] =>
    Array.from({ length: 1_000 }, (_, index) => ({
      id: `m${index}`,
      label: `Tracker ${index}`,
      lat: centre.lat + (index % 40) * 0.03 + shift,
      lng: centre.lng + Math.floor(index / 40) * 0.03,
      glideMs: 300,
    }));
  const onSelect = vi.fn<(id: string | null) => void>();
  const shown = (shift: number) => <Framed live={fleet(shift)} centre={centre} zoom={10} onSelect={onSelect} />;
  const screen = await mountPlain(shown(0.1));
  await drawn();
  await screen.rerender(shown(0));
  await vi.waitUntil(
    async () => {
      await clickMap(300, 210);
      return onSelect.mock.lastCall?.[0] === 'm0';
    },
    { timeout: 10_000 },
  );
  await takeShot('map-fleet');
  expect(onSelect).toHaveBeenLastCalledWith('m0');
});

test('the map says that Google has no usable key, and loads no script [MAP-01]', async () => {
  await mount(<Framed config={{ provider: 'google', googleKey: 'not configured' }} />);
  await expect.element(page.getByText('Google Maps API key not configured. Unable to display map.')).toBeVisible();
});

test('the map that ships with the product replaces an unreachable style [MAP-02]', async () => {
  await page.viewport(600, 420);
  const unreachable = new URL('/no-such-style.json', location.href).href.replace(location.port, '9');
  await mount(<Framed config={{ provider: 'open', styleUrl: { light: unreachable, dark: unreachable } }} zoom={10} />);
  await drawn();
  expect(mapElement()?.dataset['base']).toBe('built-in');
});

/** Without a router around, so that new props reach the map by rendering again. */
function mountPlain(content: ReactNode) {
  return render(content, { wrapper: ({ children }) => <KitProvider forceScheme="light">{children}</KitProvider> });
}

test.each([
  ['its worker', /maplibre-gl-worker/],
  ['its streets and land', /\.pmtiles/],
])('a map without %s says Map Error, and Try again draws the map [MAP-05]', async (_, missing) => {
  const ask = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return missing.test(address) ? Promise.reject(new TypeError('Failed to fetch')) : ask(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  await mount(<Framed points={points} fitKey="all" />);
  const failure = page.getByRole('alert');
  await expect.element(failure.getByText('Map Error')).toBeVisible();
  spy.mockRestore();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Loading map...')).toBeVisible();
  await drawn();
  expect(page.getByText('Loading map...').elements()).toEqual([]);
});
