// SCALE-01: a silent device is reported, and no other device (invariant I-12). The network of a device vanishes without
// an end of the connection. The user must see the device offline. Meanwhile the database stands still for a while, and
// no other device may appear offline.
import { setTimeout as wait } from 'node:timers/promises';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { createRandom } from '@trace/simulator/random';
import { createCommandDevice, untilReady } from '../../equipment/devices/command-device.ts';
import type { CommandDevice } from '../../equipment/devices/command-device.ts';
import { startFaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { openPageStream } from '../../equipment/people/page-stream.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { signal } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 6;
/** The shortest keep-alive of the protocol. Silence of 1.5 times the keep-alive ends a connection. */
const KEEP_ALIVE_SEC = 15;
const SEEN_WITHIN_MS = 1.5 * KEEP_ALIVE_SEC * 1_000 + 3_000;
/** A database that stands still stores no end of a connection, so pages are told when it goes on. */
const TOLD_AFTER_PAUSE_MS = 3_000;
const REPORT_EVERY_MS = 2_000;
const FLOWS_MS = 1_000;
const PAUSE_MS = { short: 8_000, long: 30_000 };

interface Status {
  readonly serialNumber: string;
  readonly status: string;
}

export const silentFault: Fault = {
  name: 'silent',
  invariants: ['I-12'],
  mostlyWaits: true,
  run: (settings) => fallSilent(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* fallSilent(
  { seed, long = false }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES, ...changed });
  const { mqttPort, url } = world.ready();
  const link = await startFaultProxy({
    target: { host: '127.0.0.1', port: mqttPort },
    random: createRandom(seed).next,
  });
  const devices = Array.from({ length: DEVICES }, (_, index) =>
    createCommandDevice({
      serial: serialOf(index + 1),
      port: index === 0 ? link.port : mqttPort,
      keepAliveSec: KEEP_ALIVE_SEC,
      answer: () => null,
    }),
  );
  const client = await signInTo(world.ready());
  const offline = new Map<string, number>();
  const page = openPageStream({
    ...{ url, cookie: client.cookie, reconnectAfterMs: FLOWS_MS },
    onFrame: ({ event, data }) => {
      if (event !== deviceStatusEvent.name) return;
      const { serialNumber, status } = JSON.parse(data) as Status;
      if (status === 'offline' && !offline.has(serialNumber)) offline.set(serialNumber, performance.now());
    },
  });
  const ending = new AbortController();
  try {
    await untilReady(devices);
    const reporting = devices.map((device) => reportUntil(device, ending.signal));
    await wait(FLOWS_MS);
    const { statuses } = await client.api.call(listStatuses, {});
    offline.clear();
    link.damage({ isHalfOpen: true });
    const silentFromMs = performance.now();
    const pauseMs = long ? PAUSE_MS.long : PAUSE_MS.short;
    const seenWithinMs = Math.max(SEEN_WITHIN_MS, pauseMs + TOLD_AFTER_PAUSE_MS);
    await pauseDatabase(world, pauseMs);
    await holdsWithin(seenWithinMs, () => offline.has(serialOf(1)));
    ending.abort();
    await Promise.all(reporting);
    const seenAtMs = offline.get(serialOf(1));
    const tookMs = Math.round((seenAtMs ?? Infinity) - silentFromMs);
    const wrong = [...offline.keys()].filter((serial) => serial !== serialOf(1));
    const problems: string[] = [];
    if (statuses.some(({ status }) => status !== 'online')) problems.push('not all devices were online before');
    if (seenAtMs === undefined) problems.push('the silent device was not reported');
    else if (tookMs > seenWithinMs) problems.push(`the silent device was reported after ${tookMs} ms`);
    if (wrong.length > 0) problems.push(`${wrong.length} devices that reported appeared offline`);
    const note = `reported ${(tookMs / 1_000).toFixed(1)} s after its last byte, ${wrong.length} false ones`;
    const counts = { checked: DEVICES, lost: seenAtMs === undefined ? 1 : 0, worstMs: tookMs };
    yield { title: 'a link vanishes while the database stands still', problems, note, counts };
  } finally {
    ending.abort();
    page.stop();
    await link.stop();
    await Promise.all(devices.map((device) => device.stop()));
    await world.dispose();
  }
}

async function pauseDatabase(world: World, forMs: number): Promise<void> {
  const pids = world.databasePids();
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await wait(forMs);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

async function reportUntil(device: CommandDevice, until: AbortSignal): Promise<void> {
  for (let step = 0; !until.aborted; step += 1) {
    void device.report(-33.8 + step / 1e5, 151.2);
    await wait(REPORT_EVERY_MS, undefined, { signal: until }).catch(() => {});
  }
}
