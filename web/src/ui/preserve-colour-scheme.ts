import { localStorageColorSchemeManager } from '@mantine/core';

const manager = localStorageColorSchemeManager();

/** Does what makes the browser forget what it stored, and keeps the colours that somebody chose for it. */
export async function preserveColourScheme<Result>(work: () => Promise<Result>): Promise<Result> {
  const scheme = manager.get('auto');
  const result = await work();
  if (scheme !== 'auto') manager.set(scheme);
  return result;
}
