// Finds a Chromium for the bench that looks through the glass: CHROMIUM_PATH, a system one, or the one that the tests of
// the web room have unpacked.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { repositoryRoot } from './repository.ts';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const cache = path.join(repositoryRoot, 'node_modules/.cache');

/**
 * `processor`: what a browser does on a computer without a graphics card: it draws pages itself, and only a map's WebGL is
 * emulated. `emulated card`: everything goes to an emulated card, which draws beside the page as a real one would, only
 * slowly and on the same cores.
 */
export type Drawing = 'processor' | 'emulated card';

const argsOf: Record<Drawing, readonly string[]> = {
  processor: ['--enable-unsafe-swiftshader', '--disable-gpu', '--disable-gpu-rasterization'],
  'emulated card': [
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
  ],
};

/** Null when there is none. */
export async function launchBrowser(drawing: Drawing = 'emulated card'): Promise<Browser | null> {
  const args = ['--no-sandbox', ...argsOf[drawing]];
  const installed = [process.env['CHROMIUM_PATH'] ?? '', ...systemPaths].find((file) => existsSync(file));
  if (installed !== undefined) return chromium.launch({ executablePath: installed, args });
  const home = unpackedHome();
  if (home === null) return null;
  const env = { LD_LIBRARY_PATH: path.join(home, 'al2023/lib'), FONTCONFIG_PATH: path.join(home, 'fonts') };
  const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return chromium.launch({
    executablePath: path.join(home, 'chromium'),
    args: [...args, '--no-zygote'],
    env: { ...own, ...env },
  });
}

function unpackedHome(): string | null {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const name = names.find(
    (entry) => entry.startsWith('trace-chromium-') && existsSync(path.join(cache, entry, 'chromium')),
  );
  return name === undefined ? null : path.join(cache, name);
}
