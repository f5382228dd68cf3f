// SCALE-01: a storm of reconnects over mutual TLS is survived (invariant I-16). All devices lose their connection in the
// same instant and come back as the protocol asks, with the session ticket of their last connection. All are back within
// 30 s, and the pages of people answer meanwhile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@trace/contract/devices/devices.api';
import { createRandom } from '@trace/simulator/random';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import { percentile } from './equipment/bench.ts';
import type { Fault, FaultSettings, Outcome } from './equipment/fault.ts';
import { serialOf } from './equipment/fleet.ts';
import { inGroups } from './equipment/in-groups.ts';
import { signInTo } from './equipment/portal-client.ts';
import type { PortalClient } from './equipment/portal-client.ts';
import { createTicketDevice } from './equipment/ticket-device.ts';
import type { TicketDevice } from './equipment/ticket-device.ts';
import { holdsWithin } from './equipment/until.ts';
import { startWorld } from './equipment/world.ts';

const COUNT = { short: 200, long: 5_000 };
const BACK_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 50;
/** The invariant says 200 ms. Here the devices share the cores with the server, and nothing else may be running. */
const SLOWEST_P99_MS = 2_000;

export const tlsStormFault: Fault = {
  name: 'tls-storm',
  invariants: ['I-16'],
  needsQuiet: true,
  run: (settings) => cutAllTls(settings),
};

async function* cutAllTls({ seed, long = false }: FaultSettings): AsyncGenerator<Outcome> {
  const count = long ? COUNT.long : COUNT.short;
  const random = createRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-storm-'));
  try {
    await inGroups(count, async (number) =>
      writeUnsignedIdentity(folder, await createUnsignedIdentity(serialOf(number))),
    );
    const world = await startWorld({ devices: count, sign: folder });
    const { mqttsPort } = world.ready();
    const devices: TicketDevice[] = [];
    try {
      const client = await signInTo(world.ready());
      devices.push(
        ...(await inGroups(count, (number) =>
          createTicketDevice({ folder, port: mqttsPort, serial: serialOf(number), random: random.next }),
        )),
      );
      await inGroups(count, (number) => devices[number - 1]!.connected());
      yield await cutOnce(devices, client);
    } finally {
      for (const device of devices) device.stop();
      await world.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function cutOnce(devices: readonly TicketDevice[], client: PortalClient): Promise<Outcome> {
  const asking = new AbortController();
  const delays = askUntil(client, asking.signal);
  const fromMs = performance.now();
  for (const device of devices) device.cut();
  const areBack = await holdsWithin(BACK_WITHIN_MS, () => devices.every((device) => device.isConnected()));
  const backMs = Math.round(performance.now() - fromMs);
  asking.abort();
  const p99Ms = Math.round(percentile(await delays, 0.99));
  const missing = devices.filter((device) => !device.isConnected()).length;
  const problems: string[] = [];
  if (!areBack) problems.push(`${missing} devices were not back after ${backMs} ms`);
  if (p99Ms > SLOWEST_P99_MS) problems.push(`pages waited ${p99Ms} ms (p99)`);
  const tries = devices.reduce((sum, device) => sum + device.tries(), 0) - devices.length;
  const note = `all back after ${backMs} ms with ${tries} repeated tries, page p99 ${p99Ms} ms`;
  const counts = { checked: devices.length, lost: missing, worstMs: backMs };
  return { title: `${devices.length} devices reconnect over TLS at once`, problems, note, counts };
}

async function askUntil({ api }: PortalClient, until: AbortSignal): Promise<number[]> {
  const delays: number[] = [];
  while (!until.aborted) {
    const fromMs = performance.now();
    await api.call(listDevices, { query: { limit: 10 } });
    delays.push(performance.now() - fromMs);
    await wait(ASK_EVERY_MS);
  }
  return delays;
}
