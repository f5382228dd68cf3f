import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import { expect, onTestFinished, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

async function portalWith(settings: Record<string, string>): Promise<Portal> {
  const portal = await startPortal(settings);
  onTestFinished(() => portal.stop());
  return portal;
}

const KEY = 'AIza-0123456789';

test('only signed-in people get the Google key when Google is the provider [MAP-01] [T18]', async () => {
  const portal = await portalWith({ MAP_PROVIDER: 'google', GOOGLE_MAPS_API_KEY: KEY });
  const user = await portal.person();
  expect(await user.api.call(getMapsKey, {})).toEqual({ apiKey: KEY });
  expect(warnings(portal)).toEqual([]);
  const stranger = await rawCall(portal, { path: '/functions/v1/get-maps-key' });
  expect([stranger.status, stranger.text.includes(KEY)]).toEqual([401, false]);
  expect(await portal.stranger.call(getMapStyle, {})).toEqual({
    provider: 'google',
    styleUrl: null,
    darkStyleUrl: null,
    tilesUrl: null,
  });
});

const warnings = (portal: Portal) => portal.logged().filter((line) => line.includes('Google'));
const warning = 'Google Maps Unavailable: Google Maps API key is not configured';

test.each([
  ['Google is not chosen', { MAP_PROVIDER: 'open', GOOGLE_MAPS_API_KEY: KEY }, []],
  ['the key is too short', { MAP_PROVIDER: 'google', GOOGLE_MAPS_API_KEY: '0123456789' }, [warning]],
  [
    'the key says that it is none',
    { MAP_PROVIDER: 'google', GOOGLE_MAPS_API_KEY: 'Google Maps key not configured' },
    [warning],
  ],
  ['there is no key', { MAP_PROVIDER: 'google' }, [warning]],
])(
  'the key is null when %s, and the log warns the operator when Google is the provider [MAP-01]',
  async (_what, settings, logged) => {
    const portal = await portalWith(settings);
    expect(warnings(portal)).toEqual(logged.map((text) => expect.stringContaining(text)));
    const user = await portal.person();
    expect(await user.api.call(getMapsKey, {})).toEqual({ apiKey: null });
  },
);

test('shows an open map in a light and a dark style without settings [MAP-02]', async () => {
  const portal = await portalWith({});
  const style = await portal.stranger.call(getMapStyle, {});
  expect(style).toMatchObject({ provider: 'open', tilesUrl: null });
  expect(new Set([style.styleUrl, style.darkStyleUrl]).size).toBe(2);
});

test('a custom style replaces both default styles [MAP-02]', async () => {
  const styleUrl = 'https://tiles.example.com/styles/light';
  const portal = await portalWith({ MAP_STYLE_URL: styleUrl });
  expect(await portal.stranger.call(getMapStyle, {})).toMatchObject({ styleUrl, darkStyleUrl: styleUrl });
});

test('serves the own map file in ranges without external requests [MAP-02]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-tiles-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'city.pmtiles'), '0123456789');
  const portal = await portalWith({ MAP_PROVIDER: 'none', TRACE_DATA_DIR: directory, MAP_TILES_FILE: 'city.pmtiles' });
  const style = await portal.stranger.call(getMapStyle, {});
  expect(style).toMatchObject({ provider: 'none', styleUrl: null });
  const rangeOf = async (range: string) => {
    const answer = await fetch(portal.url + style.tilesUrl!, { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await rangeOf('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await rangeOf('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await rangeOf('bytes=99-')).toEqual([416, 'bytes */10', '']);
});
