import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { settled } from './settled.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shotsFolder: string;
  }
}

/** A picture of the page as it stands, in web/test-results/shots, for people to look at. */
export async function takeShot(name: string): Promise<void> {
  await settled();
  await page.screenshot({ path: `${inject('shotsFolder')}/${name}.png` });
}
