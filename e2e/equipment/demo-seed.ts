import { createDemoPortal, type DemoSeed } from './demo-portal.ts';

/** The environment variable by which the workers of Playwright learn of the seed. */
const SEED = 'TRACE_E2E_DEMO_SEED';

/**
 * Runs once before all stories: makes a demo and stops it. The portals of the workers start with a copy of its data,
 * which takes a third of a first start's processor time.
 */
export default async function seedDemo(): Promise<() => Promise<void>> {
  const portal = await createDemoPortal();
  try {
    await portal.start();
    await portal.stop();
  } catch (error) {
    await portal.dispose();
    throw error;
  }
  const { dataDirectory, url } = portal;
  process.env[SEED] = JSON.stringify({ dataDirectory, url } satisfies DemoSeed);
  return portal.dispose;
}

export function readDemoSeed(): DemoSeed {
  return JSON.parse(process.env[SEED]!) as DemoSeed;
}
