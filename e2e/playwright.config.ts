import { defineConfig } from '@playwright/test';
import { findBrowser } from '@trace/equipment/browser';
import { join } from 'node:path';

/** The smallest development machine has two cores, and each worker has its own portal. */
const WORKERS = 2;
/**
 * A full portal and a software-drawn map on a busy machine. A limit of minutes would hide a defect, a limit of seconds
 * would report a false defect.
 */
const STORY_LIMIT_MS = 150_000;
const EXPECT_WITHIN_MS = 15_000;

/** Portals and commands inherit the cache. A portal that has data starts with a third less processor time. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/node-compile');

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: 'stories',
  testMatch: '**/*.story.ts',
  globalSetup: './equipment/demo-seed.ts',
  outputDir: 'test-results/runs',
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  timeout: STORY_LIMIT_MS,
  expect: { timeout: EXPECT_WITHIN_MS },
  use: {
    actionTimeout: EXPECT_WITHIN_MS,
    // Without the screencast, and without a copy of the page at each action and of each answer: browser and Node would
    // make these for every story. `--trace on` records all of them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // The processor would draw pulsing and gliding elements frame by frame.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-AU',
    timezoneId: 'Europe/Helsinki',
    // Each story opens a fresh browser, whose service worker would fetch the whole portal into its cache.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args, env },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 720 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
