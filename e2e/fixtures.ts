import { expect, test as base } from '@playwright/test';
import type { Tracker } from '@trace/simulator/device/tracker';
import { blankWebGl } from './equipment/blank-map.ts';
import { createDemoPortal, type DemoPortal } from './equipment/demo-portal.ts';
import { readDemoSeed } from './equipment/demo-seed.ts';
import { unboxTrackers, type Boxed } from './equipment/new-tracker.ts';
import { switchOnCaravan } from './equipment/own-tracker.ts';
import { areShotsWanted } from './equipment/page-check.ts';

export { expect } from '@playwright/test';

interface StoryParts {
  /** Whether maps draw their pixels. Only a story that looks at these pixels needs them: drawing takes seconds. */
  isMapDrawn: boolean;
  /** Switches on the caravan's tracker. The tracker is switched off when the story ends. */
  switchOn: (options?: Parameters<typeof switchOnCaravan>[1]) => Promise<Tracker>;
  /** Unboxes new trackers. These are switched off when the story ends. */
  unbox: (boxes: readonly Boxed[]) => Promise<Tracker[]>;
}

interface WorkerParts {
  /** The demo, started once for all stories of a worker. */
  portal: DemoPortal;
}

const NOTE_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  noteViolation([violatedDirective, blockedURI, sourceFile].join(' ')))`;

const PORTAL_LIMIT_MS = 90_000;

export const test = base.extend<StoryParts, WorkerParts>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const portal = await createDemoPortal(readDemoSeed());
      try {
        await portal.start();
        await use(portal);
      } finally {
        await portal.dispose();
      }
    },
    { scope: 'worker', timeout: PORTAL_LIMIT_MS },
  ],
  isMapDrawn: [areShotsWanted, { option: true }],
  context: async ({ context, isMapDrawn }, use) => {
    if (!isMapDrawn) await context.addInitScript(blankWebGl);
    await use(context);
  },
  page: async ({ page }, use) => {
    const violations: string[] = [];
    await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation));
    await page.addInitScript(NOTE_VIOLATIONS);
    await use(page);
    expect(violations, 'violations of the content security policy').toEqual([]);
  },
  baseURL: ({ portal }, use) => use(portal.url),
  switchOn: async ({ portal }, use) =>
    offAtTheEnd((keep) => use(async (options) => keep([await switchOnCaravan(portal, options)])[0]!)),
  unbox: async ({ portal }, use) =>
    offAtTheEnd((keep) => use(async (boxes) => keep(await unboxTrackers(portal, boxes)))),
});

/** Switches off the kept trackers when the story ends, including after a failure. */
async function offAtTheEnd(story: (keep: (trackers: Tracker[]) => Tracker[]) => Promise<void>): Promise<void> {
  const kept: Tracker[] = [];
  try {
    await story((trackers) => {
      kept.push(...trackers);
      return trackers;
    });
  } finally {
    await Promise.all(kept.map((tracker) => tracker.stop()));
  }
}
