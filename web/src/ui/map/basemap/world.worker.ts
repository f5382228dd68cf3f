import { shapesOf, type World } from './world-shapes.ts';

/** Answers the bytes of the world's file with one GeoJSON file for each of its shapes. */
globalThis.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  const shapes = shapesOf(JSON.parse(new TextDecoder().decode(data)) as World);
  const files = Object.entries(shapes).map(([name, shape]) => [name, new Blob([JSON.stringify(shape)])]);
  globalThis.postMessage(Object.fromEntries(files));
};
