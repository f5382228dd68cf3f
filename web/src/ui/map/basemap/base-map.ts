import type { StyleSpecification } from 'maplibre-gl';
import type { MapConfig, MapTheme } from '../map.types.ts';
import { builtInStyle } from './built-in-style.ts';
import { fileStyle } from './file-style.ts';
import { openMapFile } from './map-files.ts';

export interface BaseMap {
  kind: 'style' | 'file' | 'built-in';
  /** A style that serves both themes keeps the theme that opened the style first. */
  theme: MapTheme;
  style: StyleSpecification;
}

const PATIENCE_MS = 4_000;

const themes: readonly MapTheme[] = ['light', 'dark'];

/** Base maps that opened once, by address, and by theme if it is ours to colour. A failure is not kept: the next map tries again. */
const opened = new Map<string, BaseMap>();

interface Candidate {
  key: string;
  open: () => Promise<BaseMap>;
}

/** Returns the base map to draw at once: the best one that opened before, else the map that ships with the product. */
export function knownBaseMap(config: MapConfig, theme: MapTheme): BaseMap {
  const known = candidatesOf(config, theme).find(({ key }) => opened.has(key));
  return (known && opened.get(known.key)) ?? builtIn(theme);
}

/** Opens the configured style, else the operator's map file. Neither: the map that ships with the product. */
export async function findBaseMap(config: MapConfig, theme: MapTheme): Promise<BaseMap> {
  for (const { key, open } of candidatesOf(config, theme)) {
    const found = opened.get(key) ?? (await openInTime(open));
    if (!found) continue;
    opened.set(key, found);
    return found;
  }
  return builtIn(theme);
}

function builtIn(theme: MapTheme): BaseMap {
  const known = opened.get(theme) ?? { kind: 'built-in', theme, style: builtInStyle(theme) };
  opened.set(theme, known);
  return known;
}

function candidatesOf(config: MapConfig, theme: MapTheme): Candidate[] {
  const styleUrl = allowed(config, config.styleUrl?.[theme]);
  const fileUrl = allowed(config, config.pmtilesUrl);
  return [
    ...(styleUrl ? [{ key: styleUrl, open: () => openStyle(styleUrl, theme) }] : []),
    ...(fileUrl ? [{ key: fileKey(fileUrl, theme), open: () => openFile(fileUrl, theme) }] : []),
  ];
}

/** Returns an absolute address, or undefined for a foreign host when the operator forbids outside requests. */
function allowed(config: MapConfig, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const url = new URL(address, location.href);
  if (config.provider === 'none-outside' && url.origin !== location.origin) return undefined;
  return url.href;
}

/** Returns null for an address that fails or does not respond in time. */
function openInTime(open: () => Promise<BaseMap>): Promise<BaseMap | null> {
  const patience = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([open().catch(() => null), patience]);
}

async function openStyle(url: string, theme: MapTheme): Promise<BaseMap> {
  // A style from the browser's cache does not prove that its tiles can be reached.
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`The map style answered ${response.status}`);
  return { kind: 'style', theme, style: (await response.json()) as StyleSpecification };
}

async function openFile(url: string, theme: MapTheme): Promise<BaseMap> {
  const source = await openMapFile(url);
  const inTheme = (of: MapTheme): BaseMap => ({ kind: 'file', theme: of, style: fileStyle(source, of) });
  // The file is open for the other theme too, so a change of theme waits for nothing.
  for (const of of themes) opened.set(fileKey(url, of), inTheme(of));
  return inTheme(theme);
}

const fileKey = (url: string, theme: MapTheme): string => `${theme} ${url}`;
