// SCALE-01: a message that the database refuses never stops its batch (invariant I-18). The table of positions refuses
// one latitude. In a flood of large batches some devices report exactly that. The refused messages are set aside, and
// their neighbours are stored and acknowledged with hardly a pause.
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, lookInto, problemsOf } from '../../equipment/proofs/checker.ts';
import { createCommandDevice, untilReady } from '../../equipment/devices/command-device.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet, serialOf } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 50;
/** 5,000 messages in flight. */
const WINDOW = 100;
const POISONED = 5;
const ROUND_MS = 1_500;
const DRAINS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 5;
/** The invariant says 50 ms, on a machine that does nothing else. A batch is halved a dozen times. */
const LONGEST_STOP_MS = 1_000;
const POISON_LAT = 66.5;

const REFUSE = `alter table position add constraint poison check (lat <> ${POISON_LAT})`;
const COUNT_SET_ASIDE = `select count(*)::int as count from device_quarantine`;

export const poisonFault: Fault = {
  name: 'poison',
  invariants: ['I-18'],
  needsQuiet: true,
  run: (settings) => sendPoison(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* sendPoison({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES + POISONED, ...changed });
  const fleet = createFleet(world, { count: DEVICES, seed, window: WINDOW });
  const poisoned = Array.from({ length: POISONED }, (_, index) =>
    createCommandDevice({
      serial: serialOf(DEVICES + index + 1),
      port: world.ready().mqttPort,
      answer: () => null,
    }),
  );
  try {
    await untilReady(poisoned);
    await lookInto(world.ready().databaseUrl, (client) => client.query(REFUSE));
    fleet.flow(1);
    const quietMs = await longestStop(fleet);
    let settled = 0;
    for (const device of poisoned) void device.report(POISON_LAT, 20).then(() => (settled += 1));
    const stopMs = await longestStop(fleet);
    const isSettled = await holdsWithin(DRAINS_WITHIN_MS, () => settled === POISONED);
    fleet.pause();
    const isDrained = await fleet.drainsWithin(DRAINS_WITHIN_MS);
    const verdict = await checkStored(world.ready().databaseUrl, fleet.sent());
    const problems = problemsOf(verdict);
    const setAside = await countSetAside(world);
    if (!isSettled) problems.push(`${POISONED - settled} refused messages were never acknowledged`);
    if (setAside !== POISONED) problems.push(`${setAside} of ${POISONED} refused messages were set aside`);
    if (!isDrained) problems.push('the neighbours were not acknowledged');
    if (stopMs > quietMs + LONGEST_STOP_MS) problems.push(`the neighbours waited ${stopMs} ms, ${quietMs} ms before`);
    const note = `longest pause of the neighbours ${quietMs} → ${stopMs} ms, ${verdict.acknowledged} acknowledged`;
    yield {
      title: `${POISONED} refused messages in a flood`,
      problems,
      note,
      counts: { ...countsOf(verdict), worstMs: stopMs },
    };
  } finally {
    await Promise.all(poisoned.map((device) => device.stop()));
    await fleet.stop();
    await world.dispose();
  }
}

/** The longest time in which no device of the fleet got an acknowledgement. */
async function longestStop(fleet: Fleet): Promise<number> {
  const endMs = performance.now() + ROUND_MS;
  let [longestMs, lastMs, last] = [0, performance.now(), fleet.acknowledged()];
  while (performance.now() < endMs) {
    await wait(LOOK_EVERY_MS);
    const now = fleet.acknowledged();
    if (now !== last) lastMs = performance.now();
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    last = now;
  }
  return Math.round(longestMs);
}

function countSetAside(world: World): Promise<number> {
  return lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(COUNT_SET_ASIDE);
    return rows[0]?.count ?? 0;
  });
}
