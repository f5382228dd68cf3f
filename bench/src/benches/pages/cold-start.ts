// SCALE-01: the time from process start on an existing data directory until the server answers that it is alive, and
// that it is ready.
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { createWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';
import { holdsWithin } from '../../equipment/until.ts';

const SHORT_RUNS = 8;
const LONG_RUNS = 20;
const READY_WITHIN_MS = 30_000;

export const coldStartBench: Bench = {
  name: 'cold-start',
  run: async ({ isLong, nodeFlags }) => {
    const world = await createWorld({ devices: 0, nodeFlags });
    try {
      await world.start();
      await world.stop();
      return await measure(world, isLong ? LONG_RUNS : SHORT_RUNS);
    } finally {
      await world.dispose();
    }
  },
};

async function measure(world: World, runs: number): Promise<Figure[]> {
  const alive: number[] = [];
  const ready: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const fromMs = performance.now();
    const started = world.start();
    alive.push(await untilAnswered(`${world.url}/healthz`, fromMs));
    ready.push(await untilAnswered(`${world.url}/readyz`, fromMs));
    await started;
    await world.stop();
  }
  const note = `${runs} runs, worst ${Math.round(Math.max(...ready))} ms`;
  return [
    { name: 'cold start to /healthz, median', value: percentile(alive, 0.5), unit: 'ms', note },
    { name: 'cold start to /readyz, median', value: percentile(ready, 0.5), unit: 'ms' },
  ];
}

async function untilAnswered(address: string, fromMs: number): Promise<number> {
  const isAnswered = await holdsWithin(READY_WITHIN_MS, () => isOk(address));
  if (!isAnswered) throw new Error(`${address} did not answer`);
  return performance.now() - fromMs;
}

async function isOk(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
