import topologyUrl from 'world-atlas/countries-10m.json?url';
import type { WorldShapes } from './world-shapes.ts';

/** Where the map's own worker reads the shapes from. */
export type WorldFiles = Record<keyof WorldShapes, string>;

let loading: Promise<WorldFiles> | undefined;

/** Land, borders, coast and country names from Natural Earth 1:10m, loaded once from our own server. */
export function loadWorld(): Promise<WorldFiles> {
  loading ??= fetchWorld().catch((cause: unknown) => {
    loading = undefined;
    throw new Error('The built-in map could not be loaded', { cause });
  });
  return loading;
}

async function fetchWorld(): Promise<WorldFiles> {
  const response = await fetch(topologyUrl);
  if (!response.ok) throw new Error(`The map file answered ${response.status}`);
  const files = await shapeAside(await response.arrayBuffer());
  const urls = Object.entries(files).map(([name, file]) => [name, URL.createObjectURL(file)]);
  return Object.fromEntries(urls) as WorldFiles;
}

/** Megabytes of coast are taken apart and written anew in a worker: the page stays quick to the touch meanwhile. */
function shapeAside(topology: ArrayBuffer): Promise<Record<keyof WorldShapes, Blob>> {
  const worker = new Worker(new URL('./world.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Record<keyof WorldShapes, Blob>>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Record<keyof WorldShapes, Blob>>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(topology, [topology]);
  }).finally(() => worker.terminate());
}
