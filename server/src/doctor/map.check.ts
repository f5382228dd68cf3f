import { open } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';

const ANSWER_WITHIN_MS = 4_000;
const PMTILES_MAGIC = 'PMTiles';
/** The clocks of web servers are right. */
const CLOCK_WARN_MS = 60_000;

export async function checkMap({ config: { map }, mapStyleUrl }: Context): Promise<Found | Found[]> {
  if (map.provider === 'google')
    return map.googleKey === null
      ? fail('MAP_PROVIDER is google, but GOOGLE_MAPS_API_KEY is not set.', 'Set the key, or another provider.')
      : ok('Google draws the maps. Browsers check the key.');
  if (map.tilesFile !== null) return checkTiles(map.tilesFile);
  return mapStyleUrl === null ? ok('Maps ask no one outside.') : checkStyle(mapStyleUrl);
}

async function checkTiles(file: string): Promise<Found> {
  try {
    const handle = await open(file);
    try {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(PMTILES_MAGIC.length), position: 0 });
      if (buffer.toString('latin1') === PMTILES_MAGIC) return ok('The file of MAP_TILES_FILE holds map tiles.');
      return fail(
        'The file of MAP_TILES_FILE is no PMTiles file.',
        'Set the name of a PMTiles file in the data folder.',
      );
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(`The file of MAP_TILES_FILE cannot be read (${codeOf(error)}).`, 'Put it into the data folder.');
  }
}

/** Also compares the clock of this machine with the clock of the web server. */
async function checkStyle(url: string): Promise<Found[]> {
  const { host } = new URL(url);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const style = (await json(answer.body as ReadableStream).catch(() => null)) as { version?: unknown } | null;
    const found =
      answer.ok && style?.version === 8
        ? ok(`${host} gives the map style.`)
        : fail(`${host} gives no map style (status ${answer.status}).`, 'Check MAP_STYLE_URL.');
    return [found, ...clockBy(answer.headers.get('date'), host)];
  } catch (error) {
    const action = 'Browsers load the map themselves. Check MAP_STYLE_URL if they are not behind the same firewall.';
    return [warn(`${host} does not answer from here (${codeOf(error)}).`, action)];
  }
}

function clockBy(date: string | null, host: string): Found[] {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now();
  if (Number.isNaN(differenceMs)) return [];
  if (Math.abs(differenceMs) < CLOCK_WARN_MS) return [ok(`The clock of this machine agrees with ${host}.`)];
  const minutes = Math.round(Math.abs(differenceMs) / CLOCK_WARN_MS);
  return [fail(`The clock of this machine is ${minutes} minutes wrong.`, 'Synchronise it (timedatectl set-ntp true).')];
}
