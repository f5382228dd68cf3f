import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The data that a test runner needs to start a Chromium. */
export interface Browser {
  source: string;
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * `processor`: the behaviour of a browser on a computer without a graphics card. The browser draws pages itself, and
 * only a map's WebGL is emulated. `emulated card`: an emulated card draws all content in a process of its own, like a
 * real card, but slowly and on the same cores.
 */
export type Drawing = 'processor' | 'emulated card';

const sharedArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
  '--font-render-hinting=none',
];
const drawingArgs: Record<Drawing, readonly string[]> = {
  processor: ['--disable-gpu', '--disable-gpu-rasterization'],
  'emulated card': ['--use-gl=angle', '--use-angle=swiftshader', '--ignore-gpu-blocklist'],
};
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HOW_TO_GET_ONE = 'Install one (apt-get install chromium) or set CHROMIUM_PATH.';

/**
 * Finds a Chromium: from CHROMIUM_PATH, from the system, or from the package @sparticuz/chromium. Throws with
 * installation instructions when no Chromium is found.
 */
export async function findBrowser(drawing: Drawing = 'processor'): Promise<Browser> {
  const args = [...sharedArgs, ...drawingArgs[drawing]];
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) return installed('CHROMIUM_PATH', wanted, args);
  const system = systemPaths.find(isExecutable);
  return system ? installed('system', system, args) : packagedChromium(args);
}

function installed(source: string, executablePath: string, args: string[]): Browser {
  if (!isExecutable(executablePath)) throw new Error(`${source}: ${executablePath} cannot be executed`);
  return { source, executablePath, args, env: ownEnv() };
}

async function packagedChromium(args: string[]): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`No Chromium was found. ${HOW_TO_GET_ONE}`);
  }
  const { home: packageHome, version } = findPackage();
  const home = join(dirname(dirname(packageHome)), '.cache', `trace-chromium-${version}`);
  if (!existsSync(join(home, 'chromium'))) await unpack(home);
  return {
    source: `@sparticuz/chromium ${version}`,
    executablePath: join(home, 'chromium'),
    args: [...args, '--no-zygote'],
    env: { ...ownEnv(), LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}

function findPackage(): { home: string; version: string } {
  const name = '@sparticuz/chromium';
  const entry = fileURLToPath(import.meta.resolve(name));
  const home = entry.slice(0, entry.indexOf(name) + name.length);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  return { home, version };
}

/** Unpacks to a temporary folder and renames the folder, so that a parallel run never finds half a browser. */
async function unpack(home: string): Promise<void> {
  const scratch = `${home}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  // Under this name the package also unpacks the libraries that a bare system lacks.
  const restore = overrideEnv({ TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    restore();
  }
  writeFileSync(join(scratch, 'fonts/fonts.conf'), fontConfig(home));
  try {
    renameSync(scratch, home);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    // A parallel run won the race: its browser works as well.
    if (!existsSync(join(home, 'chromium'))) throw error;
  }
}

/**
 * Sets environment variables and returns a function that restores the caller's values. The package changes these
 * variables while unpacking.
 */
function overrideEnv(values: Record<string, string>): () => void {
  const touched = [...Object.keys(values), 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'];
  const before = touched.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

/** The package's own file points at a folder that is empty here; text would have no glyphs and no size. */
function fontConfig(home: string): string {
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  const folders = `<dir>${home}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/font-cache</cachedir>`;
  return `${head}<fontconfig>${folders}</fontconfig>`;
}

function ownEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable, so another browser is used.
    return false;
  }
}
