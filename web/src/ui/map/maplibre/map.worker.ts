// The map library's worker with an additional protocol: the worker parses megabytes of coast in the place where the
// tiles are cut.
// If our code passed the file in, the page would read and copy the coast and could not respond to touch meanwhile.
import MapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs';
import { readWorld, WORLD_PROTOCOL } from '../basemap/world.ts';
import { shapesOf, type World, type WorldShapes } from '../basemap/world-shapes.ts';

type Protocol = (request: { url: string }) => Promise<{ data: unknown }>;
const library = globalThis as unknown as { worker: unknown; addProtocol(name: string, answer: Protocol): void };

// The import starts the worker. The reference keeps the import in the build, because the library declares its files
// free of side effects.
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
