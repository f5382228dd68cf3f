import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';

const prefer = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

/** Turns animations on for the tests of this file. Other tests run with reduced motion, which waits for none. */
export function withMotion(): void {
  beforeAll(() => prefer('no-preference'));
  // The next file runs in the same page.
  afterAll(() => prefer('reduce'));
}
