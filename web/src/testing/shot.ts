import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { settled } from './settled.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null: no pictures are wanted. */
    shotsFolder: string | null;
  }
}

export const areShotsWanted = (): boolean => inject('shotsFolder') !== null;

/** `SHOTS=on` saves a screenshot of the current page in web/test-results/shots for human review. */
export async function takeShot(name: string): Promise<void> {
  await settled();
  const folder = inject('shotsFolder');
  if (folder !== null) await page.screenshot({ path: `${folder}/${name}.png` });
}
