import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { settled } from './settled.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shotsFolder: string;
  }
}

/** Saves a screenshot of the current page in web/test-results/shots for human review. */
export async function takeShot(name: string): Promise<void> {
  await settled();
  await page.screenshot({ path: `${inject('shotsFolder')}/${name}.png` });
}
