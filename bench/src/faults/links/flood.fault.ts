// SCALE-01: a flood stays with its source (invariant I-17). A device, and then a person, send as much as the network
// takes. The server accepts only the share that the limits allow, serves the neighbours as before, and stores every panic.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@trace/contract/devices/devices.api';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { percentile } from '../../equipment/measures/bench.ts';
import { lookInto } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import {
  connectPacket,
  FIRST_SEQ,
  nextPacketId,
  packet,
  publishTemplate,
  text,
} from '../../equipment/devices/mqtt-bytes.ts';
import { publishPaced } from '../../equipment/devices/paced-device.ts';
import type { Paced } from '../../equipment/devices/paced-device.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { CHUNK_BYTES, startRogue } from '../../equipment/devices/rogue-device.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const ROGUE = serialOf(1);
const ALARM = serialOf(2);
const GOOD = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(serialOf);
const PER_SEC = 5;
const BURST = PER_SEC * 40;
const LIMITS = { DEVICE_MESSAGES_PER_SEC: String(PER_SEC), DEVICE_BYTES_PER_MIN: String(1024 * 1024) };
const ROUND_MS = 6_000;
/** Within the limit of 5 a second. */
const PACE = { everyMs: 250, forMs: ROUND_MS };
const ASK_EVERY_MS = 50;
const PANICS = 5;
const PUBACK_BYTES = 4;
const CALLS_AT_ONCE = 20;
/** The bench `rogue` measures the ratio. Here a busy machine must not fail, so the bound has room. */
const SLOWEST_FACTOR = 1.5;
const ROOM_MS = 250;
const PANIC_WITHIN_MS = 2_000;

export const floodFault: Fault = {
  name: 'flood',
  invariants: ['I-17'],
  needsQuiet: true,
  run: (settings) => floodNeighbours(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* floodNeighbours(_settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: 12, people: 1, settings: LIMITS, ...changed });
  try {
    yield await floodByDevice(world);
    yield await floodByPerson(world);
  } finally {
    await world.dispose();
  }
}

async function floodByDevice(world: World): Promise<Outcome> {
  const quiet = await publishAll(world);
  const rogue = startRogue(() => openDevice(world, ROGUE), positions());
  const fromMs = performance.now();
  const panics = sendPanics(world);
  const flooded = await publishAll(world);
  const tookSec = (performance.now() - fromMs) / 1_000;
  const report = await rogue.stop();
  const slowestPanicMs = await panics;
  const accepted = report.heardBytes / PUBACK_BYTES;
  const allowed = Math.ceil(BURST + PER_SEC * (tookSec + 1));
  const storedPanics = await countPanics(world);
  const [before, beside] = [p99Of(quiet), p99Of(flooded)];
  const problems = slowerThan('a neighbour', before, beside);
  if (accepted > allowed) problems.push(`${accepted} messages of the flood were accepted, ${allowed} are allowed`);
  if (report.turnedAway === 0) problems.push('the flooding device was never turned away');
  if (flooded.missing > 0) problems.push(`${flooded.missing} messages of neighbours have no PUBACK`);
  if (slowestPanicMs > PANIC_WITHIN_MS) problems.push(`a panic waited ${Math.round(slowestPanicMs)} ms`);
  if (storedPanics !== PANICS) problems.push(`${storedPanics} of ${PANICS} panics are stored`);
  const note = `${Math.round(report.sentBytes / 1e6)} MB sent, ${accepted} messages accepted, turned away ${report.turnedAway} times; PUBACK p99 of neighbours ${before.toFixed(0)} → ${beside.toFixed(0)} ms; slowest panic ${slowestPanicMs.toFixed(0)} ms`;
  const counts = {
    checked: flooded.delays.length + flooded.missing + PANICS,
    lost: flooded.missing + PANICS - storedPanics,
  };
  return { title: 'one device sends without end', problems, note, counts };
}

async function floodByPerson(world: World): Promise<Outcome> {
  const ready = world.ready();
  const neighbour = await signInTo(ready);
  const password = ready.person.password;
  const flooder = await signInTo({ url: ready.url, person: { email: 'bench-person-1@example.com', password } });
  const ask = async (cookie: string): Promise<number> => {
    const response = await fetch(ready.url + listDevices.path, { headers: { cookie } });
    await response.arrayBuffer();
    return response.status;
  };
  const quiet = await askPaced(() => ask(neighbour.cookie));
  const flooding = new AbortController();
  const answers = new Map<number, number>();
  const flood = Array.from({ length: CALLS_AT_ONCE }, async () => {
    while (!flooding.signal.aborted) {
      const status = await ask(flooder.cookie);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  const beside = await askPaced(() => ask(neighbour.cookie));
  flooding.abort();
  await Promise.all(flood);
  const problems = slowerThan(
    'a page of another person',
    percentile(quiet.delays, 0.99),
    percentile(beside.delays, 0.99),
  );
  if (beside.refused > 0) problems.push(`${beside.refused} calls of another person were refused`);
  if (!answers.has(429)) problems.push('no call of the flood was refused');
  const note = `answers to the flood: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`;
  const counts = { checked: beside.delays.length, lost: beside.refused };
  return { title: 'one person calls without end', problems, note, counts };
}

function slowerThan(who: string, quietMs: number, besideMs: number): string[] {
  const isSlow = besideMs > quietMs * SLOWEST_FACTOR + ROOM_MS;
  return isSlow ? [`${who} waited ${Math.round(besideMs)} ms (p99), ${Math.round(quietMs)} ms without the flood`] : [];
}

const p99Of = ({ delays }: Paced): number => percentile(delays, 0.99);

async function publishAll(world: World): Promise<Paced> {
  const all = await Promise.all(
    GOOD.map(async (serial) => publishPaced(await openDevice(world, serial), serial, PACE)),
  );
  return {
    delays: all.flatMap(({ delays }) => delays),
    missing: all.reduce((sum, { missing }) => sum + missing, 0),
  };
}

async function askPaced(ask: () => Promise<number>): Promise<{ delays: number[]; refused: number }> {
  const delays: number[] = [];
  let refused = 0;
  const endMs = performance.now() + ROUND_MS;
  while (performance.now() < endMs) {
    const fromMs = performance.now();
    if ((await ask()) !== 200) refused += 1;
    delays.push(performance.now() - fromMs);
    await wait(ASK_EVERY_MS);
  }
  return { delays, refused };
}

/** New positions with each chunk. */
function positions(): () => Buffer {
  const template = publishTemplate(ROGUE, Math.floor(Date.now() / 1_000));
  const count = Math.ceil(CHUNK_BYTES / template.bytes.length);
  let [packetId, seq] = [0, FIRST_SEQ];
  return () => {
    const chunk = Buffer.alloc(count * template.bytes.length);
    for (let at = 0; at < chunk.length; at += template.bytes.length) {
      packetId = nextPacketId(packetId);
      seq += 1;
      template.write(chunk, at, { packetId, seq, sentAtMs: Date.now() });
    }
    return chunk;
  };
}

/** Panics spread over a round. Returns the longest time to a PUBACK. */
async function sendPanics(world: World): Promise<number> {
  const socket = await openDevice(world, ALARM);
  let slowestMs = 0;
  for (let seq = 1; seq <= PANICS; seq += 1) {
    const payload = JSON.stringify({ v: 1, boot: 1, seq, ts: Date.now(), kind: 'panic' });
    const body = Buffer.concat([text(telemetryTopic(ALARM, 'event')), Buffer.from([0, seq]), Buffer.from(payload)]);
    const fromMs = performance.now();
    const acknowledged = new Promise((resolve) => {
      socket.once('data', resolve);
    });
    socket.write(packet(0x32, body));
    await acknowledged;
    slowestMs = Math.max(slowestMs, performance.now() - fromMs);
    await wait(ROUND_MS / PANICS - (performance.now() - fromMs));
  }
  socket.destroy();
  return slowestMs;
}

function countPanics(world: World): Promise<number> {
  return lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from device_event where kind = 'panic'`,
    );
    return rows[0]?.count ?? 0;
  });
}

function openDevice(world: World, serial: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: world.ready().mqttPort, noDelay: true });
  socket.on('error', () => {});
  socket.write(connectPacket(serial, 300));
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error(`${serial} was turned away`)));
    socket.once('data', (answer: Buffer) => {
      if (answer[3] === 0) resolve(socket);
      else reject(new Error(`${serial} was refused with code ${answer[3]}`));
    });
  });
}
