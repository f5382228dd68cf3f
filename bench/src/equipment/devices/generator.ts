// A separate process that floods an MQTT endpoint with QoS 1 positions, with a fixed number of connections and of
// messages in flight per connection. Each acknowledgement triggers the next message. Prints 'measuring' after the
// warm-up and 'measured' when the time is up, so that other processes measure the same span. Then prints one line of
// JSON.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPacket, FIRST_SEQ, nextPacketId, publishTemplate } from './mqtt-bytes.ts';

export interface GeneratorTask {
  readonly port: number;
  readonly connections: number;
  /** The number in the first serial. 1 if left out. */
  readonly firstNumber?: number;
  /** Messages in flight per connection. */
  readonly window: number;
  readonly boot: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Serials are this and a number of five digits. */
  readonly serialPrefix: string;
}

export interface GeneratorResult {
  readonly acknowledgedPerSec: number;
  readonly measured: number;
  /** From the first to the last message, warm-up included. */
  readonly acknowledged: number;
  readonly cpuSec: number;
  readonly lost: number;
}

const KEEP_ALIVE_SEC = 60;
const CONNACK_BYTES = 4;
const PUBACK_BYTES = 4;
const SETTLE_MS = 300;
/** All connections read into this buffer in turn. Acknowledgements are counted, not kept. */
const readBuffer = Buffer.alloc(65_536);

const task = JSON.parse(process.argv[2] ?? '{}') as GeneratorTask;
let acknowledged = 0;
let lost = 0;
let isSending = false;

const devices = Array.from({ length: task.connections }, (_, index) => openDevice(index + (task.firstNumber ?? 1)));
await Promise.all(devices.map((device) => device.accepted));
isSending = true;
for (const device of devices) device.send(task.window);
await wait(task.warmUpMs);
console.log('measuring');
const before = { acknowledged, cpu: process.cpuUsage(), at: performance.now() };
await wait(task.measureMs);
const elapsedSec = (performance.now() - before.at) / 1_000;
const cpu = process.cpuUsage(before.cpu);
const measured = acknowledged - before.acknowledged;
console.log('measured');
isSending = false;
await wait(SETTLE_MS);
const result: GeneratorResult = {
  acknowledgedPerSec: Math.round(measured / elapsedSec),
  measured,
  acknowledged,
  cpuSec: (cpu.user + cpu.system) / 1e6,
  lost,
};
console.log(JSON.stringify(result));
for (const device of devices) device.socket.end();

interface Device {
  readonly socket: Socket;
  readonly accepted: Promise<void>;
  send(count: number): void;
}

function openDevice(number: number): Device {
  const serial = task.serialPrefix + String(number).padStart(5, '0');
  const template = publishTemplate(serial, task.boot);
  const onread = { buffer: readBuffer, callback: (sizeBytes: number): boolean => onBytes(sizeBytes) };
  const socket = connect({ host: '127.0.0.1', port: task.port, noDelay: true, onread });
  let seq = FIRST_SEQ;
  let packetId = 0;
  let unread = -CONNACK_BYTES;
  let accept = (): void => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });

  const send = (count: number): void => {
    const bytes = Buffer.allocUnsafe(template.bytes.length * count);
    const sentAtMs = Date.now();
    let at = 0;
    for (let sent = 0; sent < count; sent += 1) {
      packetId = nextPacketId(packetId);
      seq += 1;
      at = template.write(bytes, at, { packetId, seq, sentAtMs });
    }
    socket.write(bytes);
  };

  const onBytes = (sizeBytes: number): boolean => {
    if (unread < 0) accept();
    unread += sizeBytes;
    const acks = Math.max(0, Math.floor(unread / PUBACK_BYTES));
    unread -= acks * PUBACK_BYTES;
    acknowledged += acks;
    if (acks > 0 && isSending) send(acks);
    return true;
  };

  socket.write(connectPacket(serial, KEEP_ALIVE_SEC));
  socket.on('error', () => {
    lost += 1;
  });
  return { socket, accepted, send };
}
