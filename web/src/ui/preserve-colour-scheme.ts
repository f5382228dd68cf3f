import { localStorageColorSchemeManager } from '@mantine/core';

const manager = localStorageColorSchemeManager();

/** Runs work that clears the browser's storage, and keeps the user's chosen colour scheme. */
export async function preserveColourScheme<Result>(work: () => Promise<Result>): Promise<Result> {
  const scheme = manager.get('auto');
  const result = await work();
  if (scheme !== 'auto') manager.set(scheme);
  return result;
}
