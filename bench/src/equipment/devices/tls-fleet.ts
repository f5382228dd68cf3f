// A separate process that is many trackers: each has a mutual TLS connection, sends a position every 10 s, repeats what
// is not acknowledged after a reconnect, and resumes its TLS session. Prints 'measuring' when all are connected and
// 'measured' after that time. Then cuts a part of the connections at once and waits until all are back. Prints one line
// of JSON.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { percentile } from '../measures/bench.ts';
import { connectPacket, FIRST_SEQ, publishTemplate } from './mqtt-bytes.ts';

export interface FleetTask {
  /** The identities of all devices. */
  readonly folder: string;
  readonly port: number;
  readonly serials: readonly string[];
  readonly everyMs: number;
  readonly boot: number;
  readonly measureMs: number;
  /** Connections that are cut at once. */
  readonly cut: number;
}

export interface FleetResult {
  readonly connectedMs: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Connections that ended by themselves in the measured time. */
  readonly lost: number;
  /** Connections that were not accepted at once after the cut. */
  readonly lostAgain: number;
  /** Of the measured time. */
  readonly acknowledgedMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** From the cut until the last device was accepted again. */
  readonly backMs: number;
  readonly resumed: number;
  readonly cpuSec: number;
  readonly rssBytes: number;
}

const KEEP_ALIVE_SEC = 60;
const CONNECTING_AT_ONCE = 50;
/** Trackers return at a random moment, because their network returns for all at once. */
const RETURN_WITHIN_MS = 2_000;
const TICK_MS = 5;
const LAST_ACKS_WITHIN_MS = 30_000;
const CONNACK = 0x20;
const PACKET_BYTES = 4;

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as FleetTask;
const ca = readFileSync(path.join(task.folder, 'ca.crt.pem'), 'utf8');
const acknowledgedMs: number[] = [];
let [sent, acknowledged, lost, resumed] = [0, 0, 0, 0];
let [isMeasuring, isOver] = [false, false];

const fleet = task.serials.map(createDevice);
const fromMs = performance.now();
await openAll();
const connectedMs = performance.now() - fromMs;
const reporting = new AbortController();
const reports = sendReports(reporting.signal);
await wait(task.everyMs);
console.log('measuring');
isMeasuring = true;
lost = 0;
await wait(task.measureMs);
isMeasuring = false;
console.log('measured');
const lostMeanwhile = lost;
[lost, resumed] = [0, 0];
const cutAtMs = performance.now();
for (const device of fleet.slice(0, task.cut)) device.cut();
while (!fleet.every((device) => device.isAccepted())) await wait(TICK_MS);
const backMs = performance.now() - cutAtMs;
await wait(task.everyMs);
reporting.abort();
await reports;
for (const untilMs = performance.now() + LAST_ACKS_WITHIN_MS; acknowledged < sent && performance.now() < untilMs;)
  await wait(TICK_MS);
const cpu = process.cpuUsage();
const result: FleetResult = {
  ...{ connectedMs, sent, acknowledged, lost: lostMeanwhile, lostAgain: lost - task.cut, backMs, resumed },
  acknowledgedMs: {
    p50: percentile(acknowledgedMs, 0.5),
    p99: percentile(acknowledgedMs, 0.99),
    max: percentile(acknowledgedMs, 1),
  },
  cpuSec: (cpu.user + cpu.system) / 1e6,
  rssBytes: process.memoryUsage.rss(),
};
console.log(JSON.stringify(result));
isOver = true;
for (const device of fleet) device.cut();

async function openAll(): Promise<void> {
  const rest = fleet.values();
  const open = async (): Promise<void> => {
    for (const device of rest) {
      device.connect();
      while (!device.isAccepted()) await wait(TICK_MS);
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, open));
}

/** Every device in turn, so that the reports spread evenly. */
async function sendReports(until: AbortSignal): Promise<void> {
  const startMs = performance.now();
  for (let turn = 0; !until.aborted; await wait(TICK_MS)) {
    const due = ((performance.now() - startMs) / task.everyMs) * fleet.length;
    for (; turn < due; turn += 1) fleet[turn % fleet.length]?.report();
  }
}

function createDevice(serial: string) {
  const template = publishTemplate(serial, task.boot);
  /** Sent and not acknowledged: the time of the position by packet id. */
  const waiting = new Map<number, number>();
  let [packetId, isAccepted] = [0, false];
  let socket: TLSSocket | null = null;
  let session: Buffer | undefined;
  let unread: Buffer = Buffer.alloc(0);

  const read = (name: string): string => readFileSync(path.join(task.folder, `${serial}.${name}.pem`), 'utf8');

  const send = (id: number, atMs: number): void => {
    const bytes = Buffer.allocUnsafe(template.bytes.length);
    template.write(bytes, 0, { packetId: id, seq: FIRST_SEQ + id, sentAtMs: atMs });
    socket?.write(bytes);
  };

  const take = (packet: Buffer): void => {
    if (packet[0] === CONNACK) {
      isAccepted = packet[3] === 0;
      if (socket?.isSessionReused() === true) resumed += 1;
      for (const [id, atMs] of waiting) send(id, atMs);
      return;
    }
    const id = packet.readUInt16BE(2);
    const atMs = waiting.get(id);
    if (atMs === undefined) return;
    waiting.delete(id);
    acknowledged += 1;
    if (isMeasuring) acknowledgedMs.push(Date.now() - atMs);
  };

  const connectNow = (): void => {
    if (isOver) return;
    unread = Buffer.alloc(0);
    const opened = connect({
      ...{ host: '127.0.0.1', port: task.port, ca, key: read('key'), cert: read('crt') },
      ...(session === undefined ? {} : { session }),
    });
    socket = opened;
    opened.setNoDelay(true);
    opened.write(connectPacket(serial, KEEP_ALIVE_SEC));
    opened.on('session', (ticket) => (session = ticket));
    opened.on('error', () => {});
    opened.on('data', (chunk: Buffer) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      for (; unread.length >= PACKET_BYTES; unread = unread.subarray(PACKET_BYTES)) take(unread);
    });
    opened.once('close', () => {
      isAccepted = false;
      lost += 1;
      setTimeout(connectNow, Math.random() * RETURN_WITHIN_MS);
    });
  };

  return {
    connect: connectNow,
    isAccepted: () => isAccepted,
    cut: () => {
      isAccepted = false;
      socket?.destroy();
    },
    report: () => {
      packetId += 1;
      sent += 1;
      const atMs = Date.now();
      waiting.set(packetId, atMs);
      if (isAccepted) send(packetId, atMs);
    },
  };
}
