import { defineConfig } from '@playwright/test';
import { findBrowser } from '@trace/equipment/browser';

/** The smallest machine that we work on has two cores; each worker has a portal of its own. */
const WORKERS = 2;
/** A whole portal and a map that is drawn in software on a busy machine: minutes would hide a defect, seconds would make one up. */
const STORY_LIMIT_MS = 150_000;
const EXPECT_WITHIN_MS = 15_000;

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: 'stories',
  testMatch: '**/*.story.ts',
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
    // Without its film: that would be drawn in software beside the map.
    trace: { mode: 'retain-on-failure', screenshots: false },
    // What pulses and glides would be drawn by the processor, frame by frame.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    // Each story opens a browser that has seen nothing, which would fetch the whole portal to keep it.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args, env },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 720 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
