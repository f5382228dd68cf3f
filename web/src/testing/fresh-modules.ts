// Test files share a process, because a process for each file takes longer than most files. Each file gets modules of
// its own, so that no file sees the state of another, and leaves no replaced clock, global or function behind.
import { afterAll, vi } from 'vitest';

vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
