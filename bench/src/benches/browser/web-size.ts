// The initial load of a page: the scripts loaded before the dashboard is shown, compressed as transferred, and the
// scripts that the map adds. Reads the build, so run `npm run build` first.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { repositoryRoot } from '../../equipment/repository.ts';

const DIST = path.join(repositoryRoot, 'web/dist');
const START = 'index.html';
const DASHBOARD = 'src/pages/user/dashboard.tsx';
const INSTALLER = 'src/pages/installer/home.tsx';
const MAP = 'src/ui/map/maplibre/maplibre-view.tsx';

interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Part>>;

export const webSizeBench: Bench = {
  name: 'web-size',
  run: async () => {
    const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
    const dashboard = partsOf(manifest, [START, DASHBOARD]);
    const installer = partsOf(manifest, [START, INSTALLER]);
    const map = [...partsOf(manifest, [MAP])].filter((file) => !dashboard.has(file));
    return [
      figure('dashboard first scripts, without the map', dashboard),
      figure('installer first scripts', installer),
      figure('map scripts', map),
    ];
  },
};

/** Returns the scripts of these entries and of all their imports. Separately lazy-loaded parts are not included. */
function partsOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const walk = (name: string): void => {
    const part = manifest[name];
    if (part === undefined) throw new Error(`the build has no ${name}`);
    if (files.has(part.file)) return;
    if (part.file.endsWith('.js')) files.add(part.file);
    part.imports?.forEach(walk);
  };
  names.forEach(walk);
  return files;
}

function figure(name: string, files: Iterable<string>): Figure {
  const list = [...files].map((file) => ({ file, bytes: statSync(path.join(DIST, `${file}.gz`)).size }));
  const heaviest = list.toSorted((one, other) => other.bytes - one.bytes).slice(0, 4);
  return {
    name,
    value: list.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    unit: 'kB',
    note: `${list.length} files, heaviest: ${heaviest.map(({ file, bytes }) => `${path.basename(file)} ${(bytes / 1_000).toFixed(0)}`).join(', ')}`,
  };
}
