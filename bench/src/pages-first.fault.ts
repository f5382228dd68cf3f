// I-06: positions yield to pages that return, so that a person who waits for a panic comes first. The streams of several
// pages are opening for seconds, as after a restart, because their missed events cannot be read. Meanwhile a fleet sends
// positions: these slow down and still flow.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Fault, FaultSettings, Outcome } from './equipment/fault.ts';
import { createFleet, type Fleet } from './equipment/fleet.ts';
import { openPageStream } from './equipment/page-stream.ts';
import { signInTo } from './equipment/portal-client.ts';
import { holdsWithin } from './equipment/until.ts';
import { startWorld } from './equipment/world.ts';

const PAGES = 6;
const DEVICES = 50;
const RECONNECT_AFTER_MS = 100;
const OPEN_WITHIN_MS = 20_000;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 3_000;
/** A build without the yield stores as many positions as before. */
const MOST_SHARE = 0.5;

export const pagesFirstFault: Fault = {
  name: 'pages-first',
  invariants: ['I-06'],
  run: (settings) => holdPages(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* holdPages({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const world = await startWorld({ devices: DEVICES, ...(serverDirectory === undefined ? {} : { serverDirectory }) });
  const { url, databaseUrl } = world.ready();
  const { cookie } = await signInTo(world.ready());
  const pages = Array.from({ length: PAGES }, () =>
    openPageStream({ url, cookie, reconnectAfterMs: RECONNECT_AFTER_MS, onFrame: () => {} }),
  );
  const fleet = createFleet(world, { count: DEVICES, seed, window: 1 });
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  try {
    const areOpen = await holdsWithin(OPEN_WITHIN_MS, () => pages.every((page) => page.isOpen()));
    if (!areOpen) throw new Error('the streams did not open');
    fleet.flow(1);
    await wait(WARM_UP_MS);
    const before = await countAcknowledged(fleet);
    await holder.query('begin; lock table outbox_horizon in access exclusive mode');
    for (const page of pages) page.cut();
    await wait(WARM_UP_MS);
    const meanwhile = await countAcknowledged(fleet);
    await holder.query('rollback');
    fleet.pause();
    const problems: string[] = [];
    if (meanwhile > before * MOST_SHARE) problems.push('positions did not yield to pages');
    if (meanwhile === 0) problems.push('positions stopped');
    const perSec = (count: number): number => Math.round(count / (MEASURE_MS / 1_000));
    const note = `${perSec(before)} positions/s before, ${perSec(meanwhile)} while the streams were opening`;
    yield { title: `${PAGES} pages return beside positions`, problems, note };
  } finally {
    for (const page of pages) page.stop();
    await holder.end();
    await fleet.stop();
    await world.dispose();
  }
}

async function countAcknowledged(fleet: Fleet): Promise<number> {
  const before = fleet.acknowledged();
  await wait(MEASURE_MS);
  return fleet.acknowledged() - before;
}
