// A day of the history over HTTP and its disk space, in rows and after it is packed (decision 045).
import { getHistoryDay } from '@trace/contract/tracking/tracking.history.api';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Figure } from '../../equipment/measures/bench.ts';
import { runConsole } from '../../equipment/servers/console.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { dayAgo, fillPastDay, packingScript, readPastDay } from '../../equipment/measures/past-day.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { timeReads } from '../../equipment/people/timed-reads.ts';
import type { World } from '../../equipment/servers/world.ts';

const DAYS_AGO = 5;
const CALLS = 100;
const WARM_UP_CALLS = 10;

export async function measurePastDay(world: World, devices: number): Promise<Figure[]> {
  const { databaseUrl } = world.ready();
  const day = dayAgo(DAYS_AGO);
  await fillPastDay(databaseUrl, day);
  const before = await readPastDay(databaseUrl, day);
  const inRows = await readDays(world, devices, day);
  const fromMs = performance.now();
  const { code, complaint } = await runConsole(packingScript(), [databaseUrl], {});
  if (code !== 0) throw new Error(`the packing failed: ${complaint}`);
  const packedMs = performance.now() - fromMs;
  const after = await readPastDay(databaseUrl, day);
  if (after.rows > 0 || after.content !== before.content) throw new Error('the packed day differs from its rows');
  const packed = await readDays(world, devices, day);
  const mb = (bytes: number): number => Math.round(bytes / before.rows);
  return [
    {
      name: 'disk per million positions',
      value: (after.rowBytes + after.keyBytes + after.packedBytes) / before.rows,
      unit: 'MB',
      note: `of a day that is over, all values; before the packing rows ${mb(before.rowBytes)} MB, key ${mb(before.keyBytes)} MB`,
    },
    { name: 'packing a million positions', value: (packedMs / before.rows) * 1_000, unit: 's' },
    { name: 'a past day in rows p50', value: percentile(inRows, 0.5), unit: 'ms' },
    { name: 'a past day packed p50', value: percentile(packed, 0.5), unit: 'ms' },
    { name: 'a past day packed p99', value: percentile(packed, 0.99), unit: 'ms' },
  ];
}

async function readDays(world: World, devices: number, day: string): Promise<readonly number[]> {
  const { cookie } = await signInTo(world.ready());
  const urlOf = (call: number): string =>
    world.ready().url +
    getHistoryDay.path.replace('{serial}', serialOf(((call * 37) % devices) + 1)).replace('{day}', day);
  const urls = Array.from({ length: WARM_UP_CALLS + CALLS }, (_, call) => urlOf(call));
  return timeReads({ urls, cookie, warmUpReads: WARM_UP_CALLS });
}
