import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { webProjects } from './web/vitest.projects.ts';

/** A server test starts a whole portal with its own database, which takes seconds on a busy machine. */
const TEST_LIMIT_MS = 40_000;
const SETUP_LIMIT_MS = 60_000;
/** A polled condition may take seconds to hold on a busy machine. The limit of Vitest itself is one second. */
const POLL_LIMIT_MS = 15_000;
/** A worker starts many portals. With a small young generation, a tenth of the processor time goes into collecting. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
/** The smallest machine that we work on has two cores. */
const WORKERS = 2;

/** Configures the tests beside the files of a room, in Node. */
function nodeProject(room: string, globalSetup: string[] = []) {
  const root = join(import.meta.dirname, room);
  return {
    test: {
      name: room,
      root,
      include: ['**/*.test.ts'],
      exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'],
      environment: 'node',
      pool: 'forks' as const,
      execArgv: [YOUNG_GENERATION],
      // Loading the server anew for each file takes as long as half of the tests.
      isolate: false,
      globalSetup: globalSetup.map((file) => join(root, file)),
      testTimeout: TEST_LIMIT_MS,
      hookTimeout: SETUP_LIMIT_MS,
      expect: { poll: { timeout: POLL_LIMIT_MS } },
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      nodeProject('contract'),
      nodeProject('server', ['src/testing/global-setup.ts']),
      nodeProject('simulator'),
      nodeProject('tools'),
      // Vitest does not look for projects inside a project's own file.
      ...webProjects,
    ],
  },
});
