import { findBrowser } from '@trace/equipment/browser';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { keptModules } from './src/testing/kept-modules.ts';
import { logoPictures } from './src/testing/logo-pictures.ts';
import { noSourceMaps } from './src/testing/no-source-maps.ts';
import { plainMap } from './src/testing/plain-map.ts';
import { usedIcons } from './src/testing/used-icons.ts';

const { executablePath, args, env } = await findBrowser();
const root = import.meta.dirname;
/** These tests draw maps without a graphics card. On a busy machine a map takes many seconds. */
const BROWSER_TEST_LIMIT_MS = 60_000;
const BROWSER_EXPECT_LIMIT_MS = 8_000;

const small = {
  root,
  test: {
    name: 'web-small',
    include: ['src/**/*.test.ts'],
    environment: 'node' as const,
    isolate: false,
    setupFiles: [join(root, 'src/testing/fresh-modules.ts')],
  },
};

/** These tests replace modules, draw maps, or load what a page loads only once. Each file needs a page of its own. */
const ownPages = [
  'src/ui/map/google/google-script.browser.test.tsx',
  'src/ui/map/google/google-view.browser.test.tsx',
  'src/ui/map/map-view.browser.test.tsx',
  'src/ui/map/basemap/base-map.browser.test.tsx',
  'src/pages/installer/devices/devices-rendering.browser.test.tsx',
];

/** Configures tests in a browser. Vitest adds to the objects that it gets, so each project has objects of its own. */
const inBrowser = (
  test: NonNullable<TestProjectInlineConfiguration['test']>,
  plugins: Plugin[] = [],
): TestProjectInlineConfiguration => ({
  root,
  plugins: [react(), logoPictures(), keptModules(), noSourceMaps(), ...plugins],
  oxc: { jsx: { development: false } },
  optimizeDeps: {
    rolldownOptions: {
      plugins: [usedIcons(root)],
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    },
    entries: ['src/**/*.tsx'],
    include: [
      'axe-core',
      'vitest-browser-react',
      'react/jsx-runtime',
      'maplibre-gl/dist/maplibre-gl-worker.mjs',
      '@mantine/charts',
    ],
  },
  test: {
    provide: { shotsFolder: process.env['SHOTS'] === 'on' ? join(root, 'test-results/shots') : null },
    setupFiles: [join(root, 'src/testing/clean-page.ts')],
    testTimeout: BROWSER_TEST_LIMIT_MS,
    expect: { poll: { timeout: BROWSER_EXPECT_LIMIT_MS } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // A poll that finds no element writes its error each time, and the HTML of a whole page takes long to write.
      locators: { errorFormat: 'aria' as const },
      provider: playwright({
        launchOptions: { executablePath, args, env },
        // The processor would draw every transition frame by frame, and tests would wait for its end.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1_440, height: 900 } }],
    },
    ...test,
  },
});

// Files share a page: in a new page, the browser would compile the code of the whole portal again for each file.
const browser = inBrowser(
  { name: 'web-browser', include: ['src/**/*.browser.test.tsx'], exclude: ownPages, isolate: false },
  [plainMap()],
);
// Runs after the others, because a second browser beside the first saved no time.
const browserAlone = inBrowser({ name: 'web-browser-alone', include: ownPages, sequence: { groupOrder: 1 } });

/** Absolute roots, so that the root of the repository can run these projects together with the other packages. */
export const webProjects: TestProjectInlineConfiguration[] = [small, browser, browserAlone];
