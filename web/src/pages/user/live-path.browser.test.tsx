import { getPath, listPositions } from '@trace/contract/tracking/tracking.api';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aPath, aPosition } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { MAP_WAIT, openLive, track } from '#testing/open-live.ts';

// A map renders slowly without a graphics card, so the test uses a small viewport.
beforeEach(() => page.viewport(800, 700));

test('the path has every position exactly once after a lost connection [LIVE-09] [PATH-01]', async () => {
  const { screen, server, world } = await track({ path: { ...aPath(), at: [], lat: [], lng: [], pings: [] } });
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
  const stored = [30, 20].map(minutesAgo);
  world.path = { ...aPath(), at: stored, lat: [-34, -33.9], lng: [151, 151.1], pings: [0, 1] };
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const points = screen.getByRole('list', { name: 'Path of the last 24 hours' }).getByRole('listitem');
  await expect.poll(() => points.elements().length).toBe(2);
  const arrive = (id: string, minutes: number) =>
    aPosition(id, { lat: -33.8 - minutes / 100, at: minutesAgo(minutes) });
  const seen = arrive('a', 5);
  server.stream.push(positionEvent, seen);
  await expect.poll(() => points.elements().length).toBe(3);
  server.stream.setOpenable(false);
  server.stream.drop();
  const last = arrive('c', 3);
  world.positions = [seen, arrive('b', 4), last];
  const failsOnce = vi.fn().mockImplementationOnce(() => refuse('unavailable'));
  server.on(listPositions, () => failsOnce() ?? { positions: world.positions, complete: true, asOf: Date.now() });
  server.stream.setOpenable(true);
  await expect.poll(() => points.elements().length, { timeout: 10_000 }).toBe(5);
  server.stream.push(positionEvent, last);
  server.stream.push(positionEvent, arrive('d', 1));
  await expect.poll(() => points.elements().length).toBe(6);
  expect(Number(server.calls(listPositions).at(-1)?.query['receivedSince'])).toBe(seen.receivedAt - 60_000);
});

test('the path stays complete after tracking stops [LIVE-09] [PATH-01]', async () => {
  const { screen, server, world } = await track();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const end = screen
    .getByRole('list', { name: 'Path of the last 24 hours' })
    .getByText(/^End,.*-33\.800000, 151\.100000/);
  const at = Date.now();
  server.stream.push(positionEvent, aPosition('a', { at, lat: -33.8, lng: 151.1 }));
  await expect.element(end).toBeInTheDocument();
  const { at: times, lat, lng, ...path } = aPath();
  world.path = { ...path, at: [...times, at], lat: [...lat, -33.8], lng: [...lng, 151.1] };
  await screen.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect.element(screen.getByRole('button', { name: 'Start Live Tracking' })).toBeVisible();
  await expect.poll(() => server.calls(getPath).length).toBe(2);
  await expect.element(end).toBeInTheDocument();
});

test('the switch draws the path with start, end, ten markers and the pause, and the history is below [PATH-01] [PATH-03]', async () => {
  const { screen } = await openLive();
  await expect.element(screen.getByRole('button', { name: 'Show history' })).toBeVisible();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const items = screen.getByRole('list', { name: 'Path of the last 24 hours' }).getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(11);
  const words = items.elements().map((item) => item.textContent ?? '');
  expect(words[0]).toMatch(/^Start, /);
  expect(words.at(-1)).toMatch(/^End, .*-33\.862000, 151\.209300$/);
  expect(words).toContain('50 min without a position');
});

test('the legend explains the path, and its slider says the time of each point on the map [PATH-04]', async () => {
  const { screen } = await openLive();
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  const legend = screen.getByRole('region', { name: 'Map legend' });
  await expect.element(legend).toBeVisible();
  const meanings = legend
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  const marks = ['Start', 'End', 'Ping', 'Live position', 'Direction of travel', 'No position for over 30 minutes'];
  expect(meanings).toEqual(marks);
  const slider = legend.getByRole('slider', { name: 'Point on the path' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  const words = slider.element().getAttribute('aria-valuetext') ?? '';
  expect(words).toMatch(/\d:\d\d:\d\d/);
  const bubble = screen.getByText(words);
  await expect.element(bubble, MAP_WAIT).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.poll(() => bubble.elements()).toEqual([]);
});

test('an empty path of 24 hours shows a message and turns the switch off [PATH-02]', async () => {
  const { screen } = await openLive({ path: { ...aPath(), at: [], lat: [], lng: [], pings: [] } });
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  await expect.element(screen.getByText('No Path Data')).toBeVisible();
  await expect.element(screen.getByText('No location data found for Trace_4F21 in the last 24 hours')).toBeVisible();
  await expect.element(screen.getByRole('switch', { name: 'Show 24-hour path' })).not.toBeChecked();
});

test('a failed load of the path shows a message [PATH-02]', async () => {
  const { screen, server } = await openLive();
  server.on(getPath, () => refuse('not_found'));
  await screen.getByRole('switch', { name: 'Show 24-hour path' }).click();
  await expect.element(screen.getByText('Path Load Error')).toBeVisible();
  await expect.element(screen.getByText('Could not load device path data')).toBeVisible();
});
