// PANIC-05: the receiver of alarm hubs under attack. Strangers send damaged frames by TCP and UDP, split anywhere, and
// hold slow connections. A hub beside them gets each frame acknowledged, and only its own panics are stored.
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { below, randomOf, type Next } from '@trace/equipment/fuzz/random';
import { findFreePorts } from '@trace/equipment/free-ports';
import { lookInto } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { damagedFrame, hubFrame } from '../../equipment/devices/hub-frames.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

const ACCOUNT = 'CA09';
const HOST = '127.0.0.1';
/** Another network than the hub's, because limits count per network. */
const ATTACKER = '127.9.0.1';
/** Below the limit of unproven connections of an address, so that the attack itself gets through. */
const SLOW_CONNECTIONS = 120;
const AT_ONCE = 8;
const PANIC_EVERY = 50;
const ANSWER_WITHIN_MS = 5_000;
const PAUSE_MS = 5;
/** Answers to the last datagrams. */
const LINGER_MS = 500;
/** With 20 cycles about 5 s. */
const FRAMES_PER_CYCLE = 30;
const SERIAL = 'Trace_B00001';

export const hubFuzzFault: Fault = {
  name: 'hub-fuzz',
  run: (settings) => fuzzHubs(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* fuzzHubs({ cycles, seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const [port = 0] = await findFreePorts(1);
  const world = await startWorld({ devices: 1, settings: { DC09_PORT: String(port) }, ...changed });
  try {
    await register(world);
    yield await attack(world, port, seed, cycles * FRAMES_PER_CYCLE);
  } finally {
    await world.dispose();
  }
}

async function attack(world: World, port: number, seed: number, frames: number): Promise<Outcome> {
  const next = randomOf(seed);
  const problems: string[] = [];
  const hub = await openHub(port);
  let panics = 0;
  const panic = async (): Promise<void> => {
    panics += 1;
    if (!(await hub.isAcknowledged(`#${ACCOUNT}|Nri1/PA${panics}`)))
      problems.push(`panic ${panics} was not acknowledged`);
  };
  await panic();
  problems.push(...(await splitEverywhere(hub)));
  const slow = Array.from({ length: SLOW_CONNECTIONS }, () => startSlowly(port));
  const attackers = Array.from({ length: AT_ONCE }, () => openAttacker(port));
  for (let sent = 0; sent < frames; sent += 1) {
    await attackers[sent % AT_ONCE]?.send(next, damagedFrame(next, ACCOUNT));
    if (sent % PANIC_EVERY === 0) await panic();
  }
  await panic();
  await wait(LINGER_MS);
  const acknowledged = attackers.reduce((sum, one) => sum + one.stop(), 0);
  for (const socket of slow) socket.destroy();
  hub.stop();
  if (acknowledged > 0) problems.push(`${acknowledged} damaged frames were acknowledged`);
  const stored = await countEvents(world);
  if (stored !== panics) problems.push(`${stored} events are stored of ${panics} panics`);
  if ((await fetch(`${world.url}/readyz`)).status !== 200) problems.push('the server is not ready afterwards');
  const note = `${panics} panics of the hub beside them acknowledged and stored, ${SLOW_CONNECTIONS} slow connections`;
  return {
    title: `${frames} damaged frames with seed ${seed}`,
    problems,
    note,
    counts: { checked: panics, lost: Math.max(0, panics - stored) },
  };
}

/** The hub of a user's device reports without encryption, so that only the checksum protects a frame. */
async function register(world: World): Promise<void> {
  const { api } = await signInTo(world.ready());
  const account = {
    number: ACCOUNT,
    maker: 'other',
    key: null,
    supervisionSec: 86_400,
    clockTolerance: 'wide',
  } as const;
  await api.call(saveHubReporting, { params: { serial: SERIAL }, body: account });
}

interface Hub {
  /** @param cut sends the frame in two pieces, split there */
  isAcknowledged(data: string, cut?: number): Promise<boolean>;
  stop(): void;
}

async function openHub(port: number): Promise<Hub> {
  const socket = connect({ host: HOST, port, noDelay: true });
  socket.on('error', () => {});
  let [seq, answers] = [0, ''];
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
  return {
    isAcknowledged: async (data, cut = 0) => {
      seq += 1;
      answers = '';
      const frame = hubFrame(ACCOUNT, seq, data);
      socket.write(frame.subarray(0, cut));
      if (cut > 0) await wait(1);
      socket.write(frame.subarray(cut));
      const isHere = (): boolean => answers.includes('"ACK"') && answers.includes('\r');
      for (let waitedMs = 0; !isHere() && waitedMs < ANSWER_WITHIN_MS; waitedMs += PAUSE_MS) await wait(PAUSE_MS);
      return isHere();
    },
    stop: () => void socket.destroy(),
  };
}

/** Reports that the hub works, split at every byte. */
async function splitEverywhere(hub: Hub): Promise<string[]> {
  const { length } = hubFrame(ACCOUNT, 1, '');
  const problems: string[] = [];
  for (let cut = 1; cut < length; cut += 1)
    if (!(await hub.isAcknowledged('', cut))) problems.push(`a frame split at byte ${cut} was not acknowledged`);
  return problems;
}

function startSlowly(port: number): Socket {
  const socket = connect({ host: HOST, port, localAddress: ATTACKER });
  socket.on('error', () => {});
  socket.write(hubFrame(ACCOUNT, 1, '').subarray(0, 12));
  return socket;
}

/** Sends by TCP, split in two, and by UDP. Connects again after the receiver closed the connection. */
function openAttacker(port: number) {
  const udp = createSocket('udp4');
  udp.on('error', () => {});
  udp.bind(0, ATTACKER);
  let socket: Socket | null = null;
  let acknowledged = 0;
  const hear = (bytes: Buffer): void => {
    if (bytes.includes('"ACK"')) acknowledged += 1;
  };
  udp.on('message', hear);
  const open = (): Socket => {
    const opened = connect({ host: HOST, port, localAddress: ATTACKER, noDelay: true });
    opened.on('error', () => {}).on('data', hear);
    return opened;
  };
  return {
    async send(next: Next, frame: Buffer): Promise<void> {
      if (next() < 0.3) {
        udp.send(frame, port, HOST);
        return;
      }
      if (socket === null || socket.destroyed) socket = open();
      const cut = below(next, frame.length + 1);
      socket.write(frame.subarray(0, cut));
      await wait(0);
      socket.write(frame.subarray(cut));
    },
    /** Returns how many frames were acknowledged. */
    stop(): number {
      socket?.destroy();
      udp.close();
      return acknowledged;
    },
  };
}

function countEvents(world: World): Promise<number> {
  return lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from panic_event where source = 'hub_direct'`,
    );
    return rows[0]?.count ?? 0;
  });
}
