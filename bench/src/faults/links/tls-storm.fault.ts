// SCALE-01: a storm of reconnects over mutual TLS is survived (invariant I-16). All devices lose their connection in the
// same instant and come back as the protocol asks, with the session ticket of their last connection. All are back within
// 30 s, and the pages of people answer meanwhile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom } from '@trace/simulator/random';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import type { CallerResult, CallerTask } from '../../equipment/people/api-caller.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { inGroups } from '../../equipment/in-groups.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { PROXIED, signInWearers } from '../../equipment/people/signed-in-wearers.ts';
import { createTicketDevice } from '../../equipment/devices/ticket-device.ts';
import type { TicketDevice } from '../../equipment/devices/ticket-device.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';

/** The invariant says 200 ms for pages. Here the devices share the cores with the server, so the bounds have room. */
const SHORT = { count: 200, callForMs: 4_000, slowestP99Ms: 2_000 };
const LONG = { count: 5_000, callForMs: 20_000, slowestP99Ms: 5_000 };
const BACK_WITHIN_MS = 30_000;
/** People who call pages meanwhile, from a process of their own: the devices keep this process busy. */
const CALLERS = 20;
const CALLS_PER_SEC = 20;
const CALLS_END_WITHIN_MS = 90_000;

export const tlsStormFault: Fault = {
  name: 'tls-storm',
  invariants: ['I-16'],
  needsQuiet: true,
  run: (settings) => cutAllTls(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* cutAllTls(
  { seed, long = false }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const size = long ? LONG : SHORT;
  const { count } = size;
  const random = createRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-storm-'));
  try {
    await inGroups(count, async (number) =>
      writeUnsignedIdentity(folder, await createUnsignedIdentity(serialOf(number))),
    );
    const changed = serverDirectory === undefined ? {} : { serverDirectory };
    const world = await startWorld({
      ...{ devices: count, wearers: CALLERS, sign: folder },
      // Enough for the storm alone, so devices come back only if the connections before have given up their place.
      settings: { ...PROXIED, DEVICE_PENDING_PER_ADDRESS: String(count) },
      ...changed,
    });
    const { mqttsPort, url } = world.ready();
    const devices: TicketDevice[] = [];
    try {
      const people = await signInWearers(world, CALLERS);
      devices.push(
        ...(await inGroups(count, (number) =>
          createTicketDevice({ folder, port: mqttsPort, serial: serialOf(number), random: random.next }),
        )),
      );
      await inGroups(count, (number) => devices[number - 1]!.connected());
      const calls: CallerTask = {
        ...{ url, people, callsPerSec: CALLS_PER_SEC, warmUpMs: 0, measureMs: size.callForMs },
      };
      yield await cutOnce(devices, calls, size.slowestP99Ms);
    } finally {
      for (const device of devices) device.stop();
      await world.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function cutOnce(devices: readonly TicketDevice[], calls: CallerTask, slowestP99Ms: number): Promise<Outcome> {
  const calling = runChild<CallerResult>('people/api-caller.ts', calls, { core: null, timeoutMs: CALLS_END_WITHIN_MS });
  const fromMs = performance.now();
  for (const device of devices) device.cut();
  const areBack = await holdsWithin(BACK_WITHIN_MS, () => devices.every((device) => device.isConnected()));
  const backMs = Math.round(performance.now() - fromMs);
  const missing = devices.filter((device) => !device.isConnected()).length;
  const { p50Ms, p99Ms, failed, answered } = await calling;
  const problems: string[] = [];
  if (!areBack) problems.push(`${missing} devices were not back after ${backMs} ms`);
  if (p99Ms > slowestP99Ms) problems.push(`pages waited ${Math.round(p99Ms)} ms (p99)`);
  if (failed > 0) problems.push(`${failed} of ${failed + answered} pages were not answered`);
  const tries = devices.reduce((sum, device) => sum + device.tries(), 0) - devices.length;
  const note = `all back after ${backMs} ms with ${tries} repeated tries, pages p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  const counts = { checked: devices.length, lost: missing, worstMs: backMs };
  return { title: `${devices.length} devices reconnect over TLS at once`, problems, note, counts };
}
