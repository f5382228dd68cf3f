import { join } from 'node:path';
import type { Plugin } from 'vite';

const plainStyle = join(import.meta.dirname, 'plain-style.ts');

/**
 * Replaces the built-in map by its plain ground and draws nothing, because the processor draws slowly. Markers, paths,
 * cards and events stay real. With `vi.mock`, each module of the portal would pass through Playwright, which takes
 * longer than to load them.
 */
export const plainMap = (): Plugin => ({
  name: 'plain-map',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/built-in-style.ts') && importer !== plainStyle ? plainStyle : null,
});
