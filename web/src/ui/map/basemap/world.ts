import topologyUrl from 'world-atlas/countries-10m.json?url';
import type { World, WorldShapes } from './world-shapes.ts';

/** The protocol by which the map's own worker is asked for a shape instead of a file. */
export const WORLD_PROTOCOL = 'world';

/** Returns the address from which the map loads a shape. */
export const worldUrl = (shape: keyof WorldShapes): string => `${WORLD_PROTOCOL}://${shape}`;

let fetching: Promise<void> | undefined;

/**
 * Loads Natural Earth 1:10m from our own server into the browser's cache, once. A map that needs the file awaits this
 * promise.
 */
export function fetchWorld(): Promise<void> {
  fetching ??= bringTopology().catch((cause: unknown) => {
    fetching = undefined;
    throw new Error('The built-in map could not be loaded', { cause });
  });
  return fetching;
}

async function bringTopology(): Promise<void> {
  await (await fetchTopology()).arrayBuffer();
}

/** In the map's worker. */
export async function readWorld(): Promise<World> {
  return (await fetchTopology()).json() as Promise<World>;
}

async function fetchTopology(): Promise<Response> {
  const response = await fetch(topologyUrl);
  if (!response.ok) throw new Error(`The map file answered ${response.status}`);
  return response;
}
