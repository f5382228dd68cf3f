// SCALE-01: a stream resumes without a gap or a repeat (invariant I-15). A page follows events of the outbox while its
// link breaks again and again and falls silent, and while the server gets kill -9. The page resumes behind its last
// event (Last-Event-ID). In the end it has every stored event exactly once and in order.
import { setTimeout as wait } from 'node:timers/promises';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { helloEvent } from '@trace/contract/kernel/stream';
import { createRandom } from '@trace/simulator/random';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { startFaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { FaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { openPageStream } from '../../equipment/people/page-stream.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 4;
const PART_MS = 900;
const SILENT_MS = 700;
/** The head of an answer and a few frames. */
const RESET_AFTER_BYTES = 4_000;
const RECONNECT_AFTER_MS = 100;
const CATCHES_UP_WITHIN_MS = 8_000;
/** From the end of the disturbance to the first event of the resumed stream, on a busy machine. */
const BACK_WITHIN_MS = 3_000;

const LIST_STORED = `
  select xid::text || '.' || id as cursor from outbox
  where kind = $1 and (select id from person where email = $2) = any(audience) order by xid, id`;

/** Events that reached the page. */
interface Heard {
  readonly cursors: string[];
  hellos: number;
  incomplete: number;
  helloAtMs: number;
}

export const resumeFault: Fault = {
  name: 'resume',
  invariants: ['I-15'],
  needsQuiet: true,
  run: (settings) => interruptStream(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* interruptStream(
  { cycles, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES, ...changed });
  const { url, person } = world.ready();
  const target = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const proxy = await startFaultProxy({ target, random: createRandom(seed).next });
  const client = await signInTo(world.ready());
  const heard: Heard = { cursors: [], hellos: 0, incomplete: 0, helloAtMs: 0 };
  const page = openPageStream({
    ...{ url: `http://127.0.0.1:${proxy.port}`, cookie: client.cookie, reconnectAfterMs: RECONNECT_AFTER_MS },
    onFrame: ({ event, data, id }) => {
      if (event === devicesChangedEvent.name && id !== null) heard.cursors.push(id);
      if (event !== helloEvent.name) return;
      heard.hellos += 1;
      heard.helloAtMs = Date.now();
      if (!(JSON.parse(data) as { complete: boolean }).complete) heard.incomplete += 1;
    },
  });
  try {
    if (!(await holdsWithin(CATCHES_UP_WITHIN_MS, () => heard.hellos > 0))) throw new Error('the stream did not open');
    const before = new Set(await listStored(world, person.email));
    for (let cycle = 1; cycle <= Math.ceil(cycles / 20); cycle += 1) {
      const worstMs = await interruptOnce(world, proxy, client, heard);
      yield await judge(world, heard, before, { cycle, worstMs });
    }
  } finally {
    page.stop();
    await proxy.stop();
    await world.dispose();
  }
}

/** Returns the longest time from the end of a disturbance to the resumed stream. */
async function interruptOnce(world: World, proxy: FaultProxy, { api }: PortalClient, heard: Heard): Promise<number> {
  const changing = new AbortController();
  const changes = [1, 2, 3].map((number) => renameUntil(api, serialOf(number), changing.signal));
  const times: number[] = [];
  const backAfter = async (fromMs: number): Promise<void> => {
    await holdsWithin(CATCHES_UP_WITHIN_MS, () => heard.helloAtMs >= fromMs);
    times.push(Date.now() - fromMs);
  };
  proxy.damage({ resetAfterBytes: RESET_AFTER_BYTES });
  await wait(PART_MS);
  proxy.damage({ resetAfterBytes: 0, isHalfOpen: true });
  await wait(SILENT_MS);
  proxy.damage({ isHalfOpen: false });
  const healedAtMs = Date.now();
  proxy.reset();
  await backAfter(healedAtMs);
  await wait(PART_MS / 2);
  await world.kill();
  await world.start();
  await backAfter(Date.now());
  await wait(PART_MS / 2);
  changing.abort();
  await Promise.all(changes);
  return Math.max(...times);
}

async function judge(
  world: World,
  heard: Heard,
  before: ReadonlySet<string>,
  { cycle, worstMs }: { cycle: number; worstMs: number },
): Promise<Outcome> {
  const { email } = world.ready().person;
  const expected = (await listStored(world, email)).filter((cursor) => !before.has(cursor));
  await holdsWithin(CATCHES_UP_WITHIN_MS, () => heard.cursors.at(-1) === expected.at(-1));
  const unique = new Set(heard.cursors);
  const missing = expected.filter((cursor) => !unique.has(cursor)).length;
  const repeats = heard.cursors.length - unique.size;
  const problems: string[] = [];
  if (missing > 0) problems.push(`${missing} of ${expected.length} events did not reach the page`);
  if (repeats > 0) problems.push(`${repeats} events reached the page again`);
  if (heard.cursors.join() !== expected.join() && missing + repeats === 0) problems.push('the order differs');
  if (heard.incomplete > 0) problems.push(`${heard.incomplete} times the page was told to load anew`);
  if (worstMs > BACK_WITHIN_MS) problems.push(`the stream was back after ${worstMs} ms`);
  if (expected.length === 0 || heard.hellos < 4) problems.push('the stream was not interrupted, so nothing was proved');
  const note = `${expected.length} events over ${heard.hellos} connections, back after at most ${worstMs} ms`;
  const counts = { checked: expected.length, lost: missing, doubled: repeats, worstMs };
  return { title: `cycle ${cycle}: resets, silence, kill -9`, problems, note, counts };
}

function listStored(world: World, email: string): Promise<string[]> {
  return lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ cursor: string }>(LIST_STORED, [devicesChangedEvent.name, email]);
    return rows.map(({ cursor }) => cursor);
  });
}

async function renameUntil(api: PortalClient['api'], serial: string, until: AbortSignal): Promise<void> {
  for (let count = 0; !until.aborted; count += 1) {
    const nickname = `Van ${count}`;
    // Refused while the server is dead.
    await api.call(renameDevice, { params: { serial }, body: { nickname } }).catch(() => wait(50));
    await wait(10);
  }
}
