import type { Plugin } from 'vite';

/**
 * Lets the browser keep modules in its cache for the length of a run. Each test file loads hundreds of modules, and
 * asking the server whether each has changed takes longer than to load them.
 */
export const keptModules = (): Plugin => ({
  name: 'kept-modules',
  configureVitest({ vitest, project }) {
    if (vitest.config.watch) return;
    Object.assign(project.vite.config.server.headers, { 'Cache-Control': 'max-age=3600, immutable' });
  },
});
