// A separate process that sends positions at a fixed rate, regardless of acknowledgements: a slow server must not slow
// the input. The process reads streams and records when each acknowledgement and each event arrived. Prints 'measuring'
// after the warm-up and 'measured' when the time is up, then one line of JSON.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../measures/bench.ts';
import { connectPacket, FIRST_SEQ, publishTemplate } from './mqtt-bytes.ts';
import { openRawStream } from '../people/portal-client.ts';

export interface PacerTask {
  readonly port: number;
  readonly url: string;
  /** Serials are this and a number of five digits. */
  readonly serialPrefix: string;
  readonly devices: number;
  readonly messagesPerSec: number;
  /** Each session opens a stream. Only the first `measuredStreams` are measured. */
  readonly cookies: readonly string[];
  readonly measuredStreams: number;
  readonly boot: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface PacerResult {
  readonly sent: number;
  readonly acknowledged: Summary;
  readonly streamed: Summary;
  /** Processor time of this process while it measured. */
  readonly ownCpuSec: number;
}

export interface Summary {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const KEEP_ALIVE_SEC = 60;
const CONNACK_BYTES = 4;
const PUBACK_BYTES = 4;
const TICK_MS = 2;
const SETTLE_MS = 1_000;
const EVENT = /"serialNumber":"Trace_\w(\d{5})","id":"\d+\.(\d{7})"/;

const task = JSON.parse(process.argv[2] ?? '{}') as PacerTask;
const acknowledgedMs: number[] = [];
const streamedMs: number[] = [];
let measuresFromMs = Infinity;
let sent = 0;

const devices = Array.from({ length: task.devices }, (_, index) => openDevice(index + 1));
await Promise.all(devices.map((device) => device.accepted));
const streams = task.cookies.map((cookie) => openRawStream(task.url, cookie));
streams.forEach((stream, index) => {
  if (index < task.measuredStreams) readEvents(stream);
  else stream.resume();
});
await wait(SETTLE_MS);
measuresFromMs = performance.now() + task.warmUpMs;
let warmUpCpu = process.cpuUsage();
setTimeout(() => {
  warmUpCpu = process.cpuUsage();
  console.log('measuring');
}, task.warmUpMs);
await sendAtRate(measuresFromMs + task.measureMs);
const { user, system } = process.cpuUsage(warmUpCpu);
console.log('measured');
await wait(SETTLE_MS);
const result: PacerResult = {
  sent,
  acknowledged: summaryOf(acknowledgedMs),
  streamed: summaryOf(streamedMs),
  ownCpuSec: (user + system) / 1e6,
};
console.log(JSON.stringify(result));
for (const device of devices) device.socket.end();
for (const stream of streams) stream.destroy();

async function sendAtRate(untilMs: number): Promise<void> {
  const fromMs = performance.now();
  let turn = 0;
  for (let nowMs = fromMs; nowMs < untilMs; nowMs = performance.now()) {
    const due = Math.floor(((nowMs - fromMs) / 1_000) * task.messagesPerSec);
    for (; turn < due; turn += 1) devices[turn % devices.length]?.send();
    await wait(TICK_MS);
  }
}

interface Device {
  readonly socket: Socket;
  readonly accepted: Promise<void>;
  send(): void;
  sentAtMs(seq: number): number | undefined;
}

function openDevice(number: number): Device {
  const serial = task.serialPrefix + String(number).padStart(5, '0');
  const template = publishTemplate(serial, task.boot);
  const socket = connect({ host: '127.0.0.1', port: task.port, noDelay: true });
  /** The send time by packet id. Packet ids begin at 1, so index 0 is unused. */
  const times: number[] = [0];
  let unread: Buffer = Buffer.alloc(0);
  let isAccepted = false;
  let accept = (): void => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });

  const read = (): void => {
    if (!isAccepted && unread.length >= CONNACK_BYTES) {
      isAccepted = true;
      unread = unread.subarray(CONNACK_BYTES);
      accept();
    }
    for (; isAccepted && unread.length >= PUBACK_BYTES; unread = unread.subarray(PUBACK_BYTES)) {
      note(acknowledgedMs, times[unread.readUInt16BE(2)]);
    }
  };

  socket.write(connectPacket(serial, KEEP_ALIVE_SEC));
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    read();
  });
  return {
    socket,
    accepted,
    sentAtMs: (seq) => times[seq - FIRST_SEQ],
    send: () => {
      const bytes = Buffer.allocUnsafe(template.bytes.length);
      const packetId = times.push(performance.now()) - 1;
      template.write(bytes, 0, { packetId, seq: FIRST_SEQ + packetId, sentAtMs: Date.now() });
      socket.write(bytes);
      sent += 1;
    },
  };
}

function note(into: number[], sentAtMs: number | undefined): void {
  if (sentAtMs !== undefined && sentAtMs >= measuresFromMs) into.push(performance.now() - sentAtMs);
}

function readEvents(stream: Socket): void {
  let rest = '';
  stream.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, number, seq] = EVENT.exec(line) ?? [];
      if (number !== undefined) note(streamedMs, devices[Number(number) - 1]?.sentAtMs(Number(seq)));
    }
  });
}

function summaryOf(values: readonly number[]): Summary {
  return {
    count: values.length,
    p50Ms: percentile(values, 0.5),
    p99Ms: percentile(values, 0.99),
    maxMs: percentile(values, 1),
  };
}
