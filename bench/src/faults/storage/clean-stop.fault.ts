// SCALE-01: a clean stop loses no data (invariant I-19). The server receives SIGTERM in the middle of a flood. The
// server drains, exits with code 0 within 5 s, and all acknowledged messages are stored.
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const DEVICES = 50;
const FLOOD_MS = 1_500;
const STOPS_WITHIN_MS = 5_000;
const DRAIN_WITHIN_MS = 30_000;

export const cleanStopFault: Fault = {
  name: 'clean-stop',
  invariants: ['I-19'],
  run: (settings) => stopUnderLoad(settings),
};

async function* stopUnderLoad({ seed }: FaultSettings): AsyncGenerator<Outcome> {
  const world = await startWorld({ devices: DEVICES });
  const fleet = createFleet(world, { count: DEVICES, seed });
  try {
    fleet.flow(1);
    await wait(FLOOD_MS);
    const fromMs = performance.now();
    const code = await world.stop();
    const tookMs = Math.round(performance.now() - fromMs);
    fleet.pause();
    await world.start();
    const isDrained = await fleet.drainsWithin(DRAIN_WITHIN_MS);
    const verdict = await checkStored(world.ready().databaseUrl, fleet.sent());
    const problems = problemsOf(verdict);
    if (code !== 0) problems.push(`it ended with code ${code}`);
    if (tookMs > STOPS_WITHIN_MS) problems.push(`it took ${tookMs} ms to stop`);
    if (!isDrained) problems.push('devices were not acknowledged after the new start');
    const note = `stopped in ${tookMs} ms, ${verdict.acknowledged} acknowledged, ${verdict.stored} stored`;
    yield { title: 'SIGTERM under load', problems, note, counts: { ...countsOf(verdict), worstMs: tookMs } };
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}
