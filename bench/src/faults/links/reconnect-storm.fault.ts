// SCALE-01: a storm of reconnects is survived (invariant I-16, small and without TLS). All devices lose their connection
// in the same instant. All are acknowledged again within 30 s, and pages are answered meanwhile.
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 500;
const FLOOD_MS = 2_000;
const BACK_WITHIN_MS = 30_000;
const DRAINS_WITHIN_MS = 30_000;
const SLOWEST_ANSWER_MS = 2_000;
const ASK_EVERY_MS = 100;

export const reconnectStormFault: Fault = {
  name: 'reconnect-storm',
  invariants: ['I-16'],
  needsQuiet: true,
  run: (settings) => cutAll(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* cutAll({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES, ...changed });
  const fleet = createFleet(world, { count: DEVICES, seed, window: 1 });
  try {
    fleet.flow(1);
    await wait(FLOOD_MS);
    const before = fleet.sent().map(countAcknowledged);
    for (const device of fleet.devices) device.cut();
    const fromMs = performance.now();
    const asking = new AbortController();
    const slowest = slowestAnswer(world, asking.signal);
    const areBack = await holdsWithin(BACK_WITHIN_MS, () =>
      fleet.sent().every((sent, index) => countAcknowledged(sent) > (before[index] ?? 0) + 1),
    );
    const backMs = Math.round(performance.now() - fromMs);
    asking.abort();
    const slowestMs = Math.round(await slowest);
    fleet.pause();
    const isDrained = await fleet.drainsWithin(DRAINS_WITHIN_MS);
    const verdict = await checkStored(world.ready().databaseUrl, fleet.sent());
    const problems = problemsOf(verdict);
    if (!areBack) problems.push(`not all devices were acknowledged again after ${backMs} ms`);
    if (!isDrained) problems.push('the backlog did not drain');
    if (slowestMs > SLOWEST_ANSWER_MS) problems.push(`an answer over HTTP took ${slowestMs} ms`);
    const note = `all back after ${backMs} ms, slowest answer ${slowestMs} ms, ${verdict.acknowledged} acknowledged`;
    const counts = { ...countsOf(verdict), worstMs: backMs };
    yield { title: `${DEVICES} devices reconnect at once`, problems, note, counts };
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

const countAcknowledged = ({ acknowledged }: { acknowledged: readonly boolean[] }): number =>
  acknowledged.filter(Boolean).length;

/** Asks again and again until aborted. */
async function slowestAnswer(world: World, until: AbortSignal): Promise<number> {
  let slowestMs = 0;
  while (!until.aborted) {
    const fromMs = performance.now();
    await fetch(`${world.url}/readyz`).catch(() => {
      slowestMs = Infinity;
    });
    slowestMs = Math.max(slowestMs, performance.now() - fromMs);
    await wait(ASK_EVERY_MS);
  }
  return slowestMs;
}
