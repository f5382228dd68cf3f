import type { Plugin } from 'vite';

const TEST_FILE = /\.test\.tsx?(?:\?|$)/;

/**
 * Sends modules to the browser without source maps, which the bundler would encode again for each page of a run. Test
 * files keep theirs, so that a failure names its line. The watch mode keeps all.
 */
export const noSourceMaps = (): Plugin => {
  let isWatching = false;
  return {
    name: 'no-source-maps',
    enforce: 'pre',
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    transform: (code, id) => (isWatching || TEST_FILE.test(id) ? null : { code, map: { mappings: '' } }),
  };
};
