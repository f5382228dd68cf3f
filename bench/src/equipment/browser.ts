// Finds a Chromium for the bench that looks through the glass: CHROMIUM_PATH, a system one, or the one that the tests of
// the web room have unpacked.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { repositoryRoot } from './repository.ts';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const cache = path.join(repositoryRoot, 'node_modules/.cache');

/** As a browser on a computer without a graphics card: WebGL alone is emulated, pages are drawn by the processor itself. */
const args = ['--no-sandbox', '--enable-unsafe-swiftshader', '--disable-gpu', '--disable-gpu-rasterization'];

/** Null when there is none. */
export async function launchBrowser(): Promise<Browser | null> {
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
