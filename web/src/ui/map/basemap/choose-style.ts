import { addProtocol, type StyleSpecification } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import type { MapConfig, MapTheme } from '../map.types.ts';
import { builtInStyle } from './built-in-style.ts';
import { fileStyle } from './file-style.ts';

export interface BaseMap {
  kind: 'style' | 'file' | 'built-in';
  style: string | StyleSpecification;
}

const PATIENCE_MS = 4_000;

/** Caches whether each address is reachable until the page is reloaded, so that a second map need not wait. */
const reached = new Map<string, Promise<boolean>>();
let fileProtocol: Protocol | undefined;

/**
 * Returns the configured style if the style's address responds within 4 seconds, else the operator's map file, else the
 * map that ships with the product.
 */
export async function chooseBaseMap(config: MapConfig, theme: MapTheme): Promise<BaseMap> {
  const styleUrl = allowed(config, config.styleUrl?.[theme]);
  if (styleUrl && (await canReach(styleUrl, answers))) return { kind: 'style', style: styleUrl };
  const fileUrl = allowed(config, config.pmtilesUrl);
  if (fileUrl && (await canReach(fileUrl, opensAsMapFile))) return { kind: 'file', style: fileStyle(fileUrl, theme) };
  return { kind: 'built-in', style: builtInStyle(theme) };
}

/** Returns an absolute address, or undefined for a foreign host when the operator forbids outside requests. */
function allowed(config: MapConfig, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const url = new URL(address, location.href);
  if (config.provider === 'none-outside' && url.origin !== location.origin) return undefined;
  return url.href;
}

function canReach(url: string, ask: (url: string) => Promise<boolean>): Promise<boolean> {
  const known = reached.get(url);
  if (known) return known;
  // An unreachable address is a valid result: the next base map is used instead.
  const answer = Promise.race([ask(url).catch(() => false), patienceEnds()]);
  reached.set(url, answer);
  return answer;
}

function patienceEnds(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return response.ok;
}

async function opensAsMapFile(url: string): Promise<boolean> {
  if (!fileProtocol) {
    fileProtocol = new Protocol();
    addProtocol('pmtiles', fileProtocol.tile);
  }
  const file = new PMTiles(url);
  await file.getHeader();
  fileProtocol.add(file);
  return true;
}
