import { localStorageColorSchemeManager } from '@mantine/core';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';

const manager = localStorageColorSchemeManager({ key: storageNames.colourScheme });

/** Runs work that clears the browser's storage, and keeps the user's chosen colour scheme. */
export async function preserveColourScheme<Result>(work: () => Promise<Result>): Promise<Result> {
  const scheme = manager.get('auto');
  const result = await work();
  if (scheme !== 'auto') manager.set(scheme);
  return result;
}
