// A device that obeys commands as the protocol asks: runs each request once, and repeats unacknowledged answers.
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import { replyTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import { holdsWithin } from '../until.ts';

export interface CommandDevice {
  readonly serial: string;
  /** Request ids in the order of arrival, repeats included. */
  readonly arrivals: readonly string[];
  /** Request ids that the device ran. */
  readonly runs: readonly string[];
  /** Publishes a position. Resolves when the server has acknowledged. */
  report(lat: number, lng: number): Promise<number>;
  /** Answers a request, also a request of another device. */
  reply(requestId: string, result: ReplyResult): Promise<void>;
  isReady(): boolean;
  cut(): void;
  stop(): Promise<void>;
}

interface Options {
  readonly serial: string;
  readonly port: number;
  readonly keepAliveSec?: number;
  /** Null: the device stays silent. */
  answer(command: CommandMessage): ReplyResult | null;
}

const RECONNECT_AFTER_MS = 50;
const NO_PACE = { burst: 100_000, perSec: 100_000 };
const CONNECTS_WITHIN_MS = 60_000;

export function createCommandDevice({ serial, port, keepAliveSec = 60, answer }: Options): CommandDevice {
  const arrivals: string[] = [];
  const runs: string[] = [];
  /** A new number for each device of this process: a serial may be used again. */
  const boot = Math.floor(performance.now());
  let seq = 0;
  let isStopped = false;

  const envelope = (): { v: 1; boot: number; seq: number; ts: number } => {
    seq += 1;
    return { v: 1, boot, seq, ts: Date.now() };
  };

  const reply = async (requestId: string, result: ReplyResult): Promise<void> => {
    const body = { ...envelope(), requestId, command: 'getLocation', result };
    await connection.publish(replyTopic(serial), Buffer.from(JSON.stringify(body)));
  };

  const connection = createConnection({
    serial,
    network: { host: '127.0.0.1', port },
    clock: systemClock,
    pace: NO_PACE,
    keepAliveSec,
    will: () => Buffer.from(JSON.stringify({ v: 1, boot, ts: Date.now(), status: 'offline' })),
    onReady: () => {},
    onLost: () => {
      systemClock.after(RECONNECT_AFTER_MS, () => {
        if (!isStopped) connection.connect();
      });
    },
    onCommand: (payload) => {
      const command = JSON.parse(payload.toString()) as CommandMessage;
      arrivals.push(command.requestId);
      if (runs.includes(command.requestId)) return;
      runs.push(command.requestId);
      const result = answer(command);
      if (result !== null) void reply(command.requestId, result);
    },
  });
  connection.connect();

  return {
    serial,
    arrivals,
    runs,
    report: async (lat, lng) => {
      const body = { ...envelope(), lat, lng };
      await connection.publish(telemetryTopic(serial, 'location'), Buffer.from(JSON.stringify(body)));
      return body.seq;
    },
    reply,
    isReady: () => connection.isReady(),
    cut: () => connection.cut(),
    stop: async () => {
      isStopped = true;
      await connection.disconnect();
    },
  };
}

/** Waits until all devices have subscribed. */
export async function untilReady(devices: readonly CommandDevice[]): Promise<void> {
  if (!(await holdsWithin(CONNECTS_WITHIN_MS, () => devices.every((device) => device.isReady()))))
    throw new Error('the devices did not connect');
}

/** The answer to a location request. */
export const locatedAt = (latitude: number, longitude: number): ReplyResult => ({
  success: true,
  location: { latitude, longitude, timestamp: Math.floor(Date.now() / 1_000), accuracyM: 5 },
});
