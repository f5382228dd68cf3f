import { addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import streetsUrl from './files/streets.pmtiles?url';
import worldUrl from './files/world.pmtiles?url';

const PROTOCOL = 'pmtiles';

let protocol: Protocol | undefined;

/** The addresses of the map files that ship with the product, as sources of a style. The map reads them by byte ranges. */
export function shippedFiles(): { world: string; streets: string } {
  protocolOf();
  return { world: sourceUrl(worldUrl), streets: sourceUrl(streetsUrl) };
}

/** Opens an operator's own file. Throws when the file is missing or has another format. */
export async function openMapFile(url: string): Promise<string> {
  const file = new PMTiles(url);
  await file.getHeader();
  protocolOf().add(file);
  return sourceUrl(url);
}

function protocolOf(): Protocol {
  if (protocol) return protocol;
  const created = new Protocol();
  addProtocol(PROTOCOL, async (request, abort) => {
    try {
      return await created.tile(request, abort);
    } catch (error) {
      // The library keeps a failed answer for good, so the next map opens the file anew.
      if (!abort.signal.aborted) forget(created, request.url);
      throw error;
    }
  });
  protocol = created;
  return created;
}

function forget({ tiles }: Protocol, requested: string): void {
  for (const file of tiles.keys()) if (requested.includes(file)) tiles.delete(file);
}

const sourceUrl = (url: string): string => `${PROTOCOL}://${new URL(url, location.href).href}`;
