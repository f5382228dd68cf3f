// The worker of the map library, which knows one protocol more: megabytes of coast are taken apart where they are cut into
// tiles. Handed in as a file of ours they would be read and copied in the page, which could not answer a touch meanwhile.
import MapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs';
import { readWorld, WORLD_PROTOCOL } from '../basemap/world.ts';
import { shapesOf, type World, type WorldShapes } from '../basemap/world-shapes.ts';

type Protocol = (request: { url: string }) => Promise<{ data: unknown }>;
const library = globalThis as unknown as { worker: unknown; addProtocol(name: string, answer: Protocol): void };

// It starts when it is imported. Only named it is in the build: the library says that its files do nothing by themselves.
if (!(library.worker instanceof MapWorker)) throw new Error('The worker of the map library has not started.');

let world: Promise<World> | undefined;

library.addProtocol(WORLD_PROTOCOL, async ({ url }) => {
  world ??= readWorld().catch((error: unknown) => {
    world = undefined;
    throw error;
  });
  const shape = url.slice(`${WORLD_PROTOCOL}://`.length) as keyof WorldShapes;
  return { data: shapesOf[shape](await world) };
});
