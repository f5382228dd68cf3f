import type { MapViewProps } from '#ui/map/map.types.ts';
import { axeFindings } from '#testing/axe.ts';
import {
  aDrivenDay,
  anEmptyDay,
  quietQuarter,
  serveHistory,
} from '#testing/fake-server/devices/fake-server-history.ts';
import { aDevice } from '#testing/fake-server/fake-server-world.ts';
import { refuse, startFakeServer } from '#testing/fake-server/fake-server.ts';
import { mount } from '#testing/mount.tsx';
import { withMotion } from '#testing/with-motion.ts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { exportHistory, getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { TrackingHistoryCard } from '#features/tracking/history/tracking-history-card.tsx';

withMotion();

type Shown = Omit<MapViewProps, 'config' | 'theme'>;

/** The card of a device whose name comes from the query cache. */
function NamedCard({ onMap }: { onMap: (map: Shown) => void }) {
  const { data: name = 'Work ute' } = useQuery<string>({ queryKey: ['name'], queryFn: skipToken });
  return (
    <TrackingHistoryCard
      device={aDevice('Trace_4F21', name)}
      renderMap={(props) => {
        onMap(props);
        return <p>map</p>;
      }}
    />
  );
}

/** Opens the history card. A placeholder replaces the map, and `map` returns the latest props of the map. */
async function openHistory(prepare: (server: ReturnType<typeof startFakeServer>) => void = () => undefined) {
  const server = startFakeServer();
  const world = { history: quietQuarter() };
  serveHistory(server, world);
  prepare(server);
  let map: Shown | undefined;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await mount(<NamedCard onMap={(shown) => (map = shown)} />, { queryClient: client });
  onTestFinished(async () => {
    await screen.unmount();
    server.stop();
  });
  await screen.getByRole('button', { name: 'Show history' }).click();
  return { screen, server, world, client, map: () => map! };
}

test('the newest day opens first, and days are chosen by button, keyboard or Today [PATH-03]', async () => {
  const { screen, server, world, map } = await openHistory();
  const parts = screen.getByRole('list', { name: 'Trips and stops' });
  await expect.element(parts).toBeVisible();
  expect(map().label).toBe('Path of Work ute on Sat, Apr 18, 2026');
  await expect.element(screen.getByText('13.3 km')).toBeVisible();
  await expect
    .element(screen.getByText('1 position is not shown because it is inaccurate or implausible.'))
    .toBeVisible();
  expect(screen.getByRole('button', { name: 'Next day' }).element()).toBeDisabled();
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: 'Previous day' }).click();
  await expect.poll(() => map().label).toBe('Path of Work ute on Fri, Apr 10, 2026');
  await screen.getByRole('button', { name: /^Day: Fri/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Fri, Apr 10, 2026', exact: true })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Sat, Apr 11, 2026', exact: true }).element()).toBeDisabled();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(screen.getByRole('button', { name: 'Mon, Mar 30, 2026', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => map().label).toBe('Path of Work ute on Mon, Mar 30, 2026');
  world.history.dayOf = anEmptyDay;
  await screen.getByRole('button', { name: 'Today' }).click();
  await expect.element(screen.getByText('No positions on this day.')).toBeVisible();
  const today = screen.getByRole('button', { name: 'Today' });
  await expect.element(today).toHaveAccessibleDescription('Today is already shown.');
  expect(server.calls(getHistoryDay).map(({ params }) => params['day'])).toEqual([
    '2026-04-18',
    '2026-04-10',
    '2026-03-30',
    '2026-04-20',
  ]);
});

test('a day with a single position names neither movement nor a stop [PATH-03]', async () => {
  const { screen } = await openHistory((server) => {
    server.on(getHistoryDay, ({ params }) => ({ ...aDrivenDay(params.day, 1), doubtful: [], parts: [], distanceM: 0 }));
  });
  await expect.element(screen.getByText('No trips and no stops on this day.')).toBeVisible();
  const figures = screen
    .getByRole('term')
    .elements()
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(figures).toEqual(['Distance 0 m', 'Moving 0 min', 'Stopped 0 min']);
});

test('the Today button follows a page that stays open past midnight of the account [PATH-03]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-04-20T23:59:00+10:00') });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, server, world } = await openHistory();
  await screen.getByRole('button', { name: 'Today' }).click();
  await expect.element(screen.getByRole('button', { name: 'Today' })).toBeDisabled();
  world.history.days = { ...world.history.days, today: '2026-04-21' };
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await screen.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => server.calls(getHistoryDay).at(-1)?.params['day']).toBe('2026-04-21');
});

test('a selection in the list also selects on the map and in time, and vice versa [PATH-03]', async () => {
  const { screen, map } = await openHistory();
  const [first, stop] = [/^Trip 10 min 8:00 am/i, /^Stop 20 min 8:10 am/i].map((name) =>
    screen.getByRole('button', { name }).first(),
  );
  await expect.element(stop!).toBeVisible();
  expect(map().path?.map(({ isFaint }) => isFaint)).toEqual([undefined, undefined]);
  await stop!.click();
  expect(map().selectedId).toBe('part-1');
  await expect.element(screen.getByText('8:10:00 AM')).toBeVisible();
  expect(map().player?.place()).toEqual({ lat: -33.84, lng: 151.2 });
  map().onSelect?.('part-0');
  await expect.element(first!).toHaveAttribute('aria-pressed', 'true');
  expect(map().path?.map(({ isFaint }) => isFaint)).toEqual([false, true]);
  map().onSelect?.(null);
  await expect.element(first!).toHaveAttribute('aria-pressed', 'false');
  // Each day numbers its parts from 0, so a selected part must not carry over to another day.
  await first!.click();
  await expect.element(first!).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Previous day' }).click();
  await expect.poll(() => map().label).toBe('Path of Work ute on Fri, Apr 10, 2026');
  await expect.element(first!).toHaveAttribute('aria-pressed', 'false');
  expect(map().path?.map(({ isFaint }) => isFaint)).toEqual([undefined, undefined]);
});

test('a day has a legend, hours below its speeds, and the time and speed at each point [PATH-04]', async () => {
  const { screen, map } = await openHistory();
  const legend = screen.getByRole('region', { name: 'Map legend' });
  await expect.element(legend).toBeVisible();
  const meanings = legend
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
  expect(meanings).toEqual(['Start', 'End', 'Stop', 'Playback position', 'Direction of travel']);
  const colours = legend.getByRole('img', { name: /^The line changes colour from 8:00.AM to 8:40.AM\.$/ });
  await expect.element(colours).toBeVisible();
  await expect.element(screen.getByText(/^8:20.AM$/).first()).toBeVisible();
  expect(map().pathWords?.(map().path![0]!.points[6]!)).toMatch(/^8:01:00.AM, 40 km\/h$/);
});

test('the playback moves the marker and pauses, and arrow keys move the slider [PATH-03]', async () => {
  const { screen, map } = await openHistory();
  const slider = screen.getByRole('slider', { name: 'Time of day' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^8:00/));
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^8:01/));
  await screen.getByText('60×').click();
  const places: number[] = [];
  const end = map().player!.subscribe(() => places.push(map().player!.place()!.lat));
  await screen.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => places.length).toBeGreaterThan(5);
  await screen.getByRole('button', { name: 'Pause' }).click();
  end();
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.at(-1)).toBeGreaterThan(places[0]!);
  await expect.element(screen.getByText(/^(?:40|0) km\/h$/)).toBeVisible();
});

test('refreshing today keeps the playback position and speed [PATH-03]', async () => {
  const { screen, server, world, client } = await openHistory((fake) =>
    fake.on(getHistoryDay, ({ params }) => aDrivenDay(params.day, 121)),
  );
  const slider = screen.getByRole('slider', { name: 'Time of day' });
  await expect.element(slider).toBeVisible();
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await screen.getByText('60×').click();
  const lastAt = Number(slider.element().getAttribute('aria-valuemax'));
  serveHistory(server, world);
  await client.invalidateQueries();
  await expect.poll(() => Number(slider.element().getAttribute('aria-valuemax'))).toBeGreaterThan(lastAt);
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^8:01/));
  await expect.element(screen.getByRole('radio', { name: '60×' })).toBeChecked();
});

test('the dialog exports a range of days and shows an invalid day at its field [PATH-03]', async () => {
  const { screen, server } = await openHistory();
  await screen.getByRole('button', { name: 'Export' }).click();
  const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
  await expect.element(first).toHaveValue('2026-03-30');
  await expect.element(first).toHaveFocus();
  await last.fill('2026-03-01');
  await screen.getByRole('button', { name: 'Save file' }).click();
  await expect.element(screen.getByText('The last day must be on or after the first day.')).toBeVisible();
  await expect.element(last).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  await last.fill('2026-04-18');
  await screen.getByText('GeoJSON').click();
  const named: string[] = [];
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  onTestFinished(() => saved.mockRestore());
  await screen.getByRole('button', { name: 'Save file' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(server.calls(exportHistory).at(-1)?.query).toEqual({
    from: '2026-03-30',
    to: '2026-04-18',
    format: 'geojson',
  });
  expect(named).toEqual([expect.stringMatching(/2026-03-30.*2026-04-18\.geojson$/)]);
});

test('Cancel stops a running export, so that no file arrives later [PATH-03]', async () => {
  const { screen, server } = await openHistory();
  const release = server.hold(exportHistory);
  onTestFinished(release);
  const fetched = vi.spyOn(globalThis, 'fetch');
  await screen.getByRole('button', { name: 'Export' }).click();
  await screen.getByRole('button', { name: 'Save file' }).click();
  await expect.poll(() => server.calls(exportHistory)).toHaveLength(1);
  const { signal } = fetched.mock.lastCall?.[1] ?? {};
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(signal?.aborted).toBe(true);
});

test('the playback position survives a failed refresh and a renamed device [PATH-03]', async () => {
  const { screen, server, world, client, map } = await openHistory();
  const slider = screen.getByRole('slider', { name: 'Time of day' });
  await expect.element(slider).toBeVisible();
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  const watched = expect.stringMatching(/^8:01/);
  server.on(getHistoryDay, () => refuse('unavailable', 'The portal is being updated.'));
  await client.invalidateQueries();
  const notice = screen.getByRole('alert');
  await expect.element(notice).toMatchTextContent('Could not refresh this day. The portal is being updated.');
  await expect.element(slider).toHaveAttribute('aria-valuetext', watched);
  await expect.element(screen.getByRole('list', { name: 'Trips and stops' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Previous day' }).click();
  await expect.element(screen.getByText('Could not load this day. The portal is being updated.')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Next day' }).click();
  serveHistory(server, world);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  client.setQueryData(['name'], 'Ute');
  await expect.poll(() => map().player?.label).toBe('Ute');
  await expect.element(slider).toHaveAttribute('aria-valuetext', watched);
});

test('the card reports an empty history and a failed load of the days or of a day [PATH-03]', async () => {
  const none = await openHistory((server) => server.on(listHistoryDays, () => ({ ...quietQuarter().days, days: [] })));
  await expect
    .element(none.screen.getByText('No history yet. Positions that Work ute reports appear here for 90 days.'))
    .toBeVisible();
  none.server.on(listHistoryDays, () => refuse('unavailable', 'The portal is being updated.'));
  const failed = await openHistory((server) =>
    server.on(getHistoryDay, () => refuse('unavailable', 'The portal is being updated.')),
  );
  await expect.element(failed.screen.getByText('Could not load this day. The portal is being updated.')).toBeVisible();
  serveHistory(failed.server, failed.world);
  await failed.screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed.screen.getByRole('list', { name: 'Trips and stops' })).toBeVisible();
});
