import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { standInForGoogle } from '#testing/google-stand-in.ts';
import { withMotion } from '#testing/with-motion.ts';
import { KitProvider } from '#ui/kit-provider.tsx';
import { faintColor, gapColor } from '../map-colors.ts';
import type { LngLat, MapConfig, MapPlayer, MapViewProps } from '../map.types.ts';
import { MapView } from '../map-view.tsx';
import { pathColorAt } from '../path/path-colors.ts';

withMotion();

const config: MapConfig = { provider: 'google', googleKey: 'a-key-of-a-stand-in' };
const [home, beach, harbour] = [
  { lat: -33.8, lng: 151.1 },
  { lat: -33.81, lng: 151.2 },
  { lat: -33.82, lng: 151.3 },
];

function aPlayer() {
  let place: LngLat | null = null;
  const listeners = new Set<() => void>();
  const player: MapPlayer = {
    label: 'Work ute',
    place: () => place,
    subscribe: (onMove) => {
      listeners.add(onMove);
      return () => void listeners.delete(onMove);
    },
  };
  const move = (to: LngLat | null) => {
    place = to;
    for (const listener of listeners) listener();
  };
  return { player, move };
}

const timed = (place: LngLat, at = 0) => ({ ...place, at });

const google = standInForGoogle();

const shown = (props: Partial<MapViewProps>) => (
  <KitProvider forceScheme="light">
    <MapView config={config} theme="light" label="Where Work ute was" {...props} />
  </KitProvider>
);

test('a Google map without a given centre opens over Sydney at zoom 15 [MAP-03]', async () => {
  const before = google.opened().length;
  await render(shown({}));
  await expect
    .poll(() => google.opened().slice(before))
    .toEqual([{ center: { lat: -33.8688, lng: 151.2093 }, zoom: 15 }]);
});

test("a click on a Google map's line selects the trip, and the other lines turn faint [MAP-01] [PATH-03]", async () => {
  const onSelect = vi.fn<(id: string | null) => void>();
  const path = [
    { id: 'trip', points: [timed(home), timed(beach)], isGap: false },
    { points: [timed(beach), timed(harbour)], isGap: true },
  ];
  const screen = await render(shown({ path, onSelect }));
  await expect.poll(() => google.lines().length).toBe(2);
  const [trip, gap] = google.lines();
  expect(trip?.options).toMatchObject({ clickable: true, strokeColor: pathColorAt(0.5, 'light'), path: [home, beach] });
  expect(gap?.options).toMatchObject({ strokeOpacity: 0 });
  expect(gap?.options.icons?.[0]?.icon?.strokeColor).toBe(gapColor.light);
  gap?.fire('click');
  trip?.fire('click');
  expect(onSelect.mock.calls).toEqual([['trip']]);
  await screen.rerender(shown({ path: path.map((segment) => ({ ...segment, isFaint: true })), onSelect }));
  await expect.poll(() => google.lines().map(({ options }) => options.strokeColor)).toContain(faintColor.light);
  expect(google.lines()).toHaveLength(2);
});

test('a Google map gives each kind of place its mark [PATH-01] [PATH-04]', async () => {
  const kinds = ['start', 'end', 'stop', 'point', 'ping'] as const;
  const points = kinds.map((kind, nth) => ({ ...home, lng: home.lng + nth, id: kind, kind, label: kind }));
  await render(shown({ points }));
  const marks = () => kinds.map((kind) => document.querySelector(`[title="${kind}"] [data-mark="${kind}"]`));
  await expect.poll(() => marks().every((mark) => mark !== null)).toBe(true);
});

test('a Google map says the time of the point under the pointer and of the chosen point [PATH-04]', async () => {
  const points = [timed(home, 1), timed(beach, 2), timed(harbour, 3)];
  const pathWords = ({ at }: { at: number }) => `minute ${at}`;
  const props = { path: [{ points, isGap: false }], pathWords };
  const screen = await render(shown(props));
  await expect.poll(() => google.lines().length).toBeGreaterThan(0);
  const [line] = google.lines();
  const [arrow] = line?.options.icons ?? [];
  expect(arrow?.repeat).toBeDefined();
  line?.fire('mousemove', { latLng: { toJSON: () => beach } });
  await expect.element(screen.getByText('minute 2')).toBeVisible();
  line?.fire('mouseout');
  await expect.poll(() => screen.getByText(/^minute/).elements()).toEqual([]);
  await screen.rerender(shown({ ...props, chosenPoint: points[2]! }));
  await expect.element(screen.getByText('minute 3')).toBeVisible();
});

test('a Google map keeps a playback marker and a followed marker in view [PATH-03] [LIVE-04]', async () => {
  const { player, move } = aPlayer();
  const screen = await render(shown({ player }));
  await expect.element(screen.getByRole('region', { name: 'Where Work ute was' })).toHaveAttribute('data-ready');
  expect(google.markers()).toEqual([]);
  move(home);
  await expect.poll(google.markers).toEqual([{ title: 'Work ute', position: home }]);
  expect(google.pannedTo()).toEqual([]);
  move(harbour);
  await expect.poll(google.markers).toEqual([{ title: 'Work ute', position: harbour }]);
  await expect.poll(google.pannedTo).toEqual([harbour]);
  move(null);
  await expect.poll(google.markers).toEqual([]);
  const followed = { id: 'ute', label: 'Work ute', ...harbour, glideMs: 0 };
  await screen.rerender(shown({ live: [followed], followedId: 'ute' }));
  await expect.poll(google.markers).toEqual([{ title: 'Work ute', position: harbour }]);
  expect(google.pannedTo()).toEqual([harbour, harbour]);
});

test('a Google map draws heading and tail, and lets the person look around until Recentre [LIVE-04]', async () => {
  const ute = (place: typeof home) => ({
    id: 'ute',
    label: 'Work ute',
    ...place,
    glideMs: 0,
    headingDeg: 90,
    tail: [beach],
  });
  const screen = await render(shown({ live: [ute(home)], followedId: 'ute' }));
  await expect.poll(() => google.lines().map(({ options }) => options.path)).toEqual([[beach, home]]);
  expect(document.querySelector('[data-heading="90"]')).not.toBeNull();
  const pans = google.pannedTo().length;
  google.drag();
  await screen.rerender(shown({ live: [ute(harbour)], followedId: 'ute' }));
  await expect.poll(google.markers).toEqual([{ title: 'Work ute', position: harbour }]);
  expect(google.pannedTo()).toHaveLength(pans);
  const recentre = screen.getByRole('button', { name: 'Recentre on Work ute' });
  await recentre.click();
  await expect.element(recentre).not.toBeInTheDocument();
  expect(google.pannedTo().at(-1)).toEqual(harbour);
});

test("a map that fails while drawing says 'Map Error' [MAP-01]", async () => {
  const renderPopup = () => {
    throw new Error('broken');
  };
  vi.spyOn(console, 'error').mockReturnValue();
  const points = [{ ...home, id: 'home', kind: 'point' as const, label: 'Home' }];
  const screen = await render(shown({ points, selectedId: 'home', renderPopup }));
  await expect.element(screen.getByRole('alert').getByText('Map Error')).toBeVisible();
  vi.restoreAllMocks();
});

// This test runs last, because Google's refusal of the key lasts for the rest of the page.
test('the map reports a key that Google refuses [MAP-01]', async () => {
  const screen = await render(shown({}));
  await expect.element(screen.getByRole('region', { name: 'Where Work ute was' })).toHaveAttribute('data-ready');
  window.gm_authFailure?.();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Map Error')).toBeVisible();
  await expect.element(alert.getByText('Google Maps API key not available')).toBeVisible();
});
