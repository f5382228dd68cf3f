// Devices that send positions as fast as the server acknowledges, and record the acknowledgements.
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import type { Connection, Network } from '@trace/simulator/device/connection';
import type { Random } from '@trace/simulator/random';

/** The messages that one device sent during one boot: index = seq, value = whether the message was acknowledged. */
export interface Sent {
  readonly serial: string;
  readonly boot: number;
  readonly acknowledged: boolean[];
}

export interface FloodDevice {
  readonly serial: string;
  /** A new boot begins, and positions flow. */
  flow(boot: number): void;
  /** Stops new positions. Unacknowledged messages are still repeated. */
  pause(): void;
  cut(): void;
  /** Cuts the power and loses the memory: unacknowledged messages are never sent again. */
  forget(): void;
  /** Messages without an acknowledgement. */
  waiting(): number;
  ledger(): readonly Sent[];
  /** Acknowledged messages of all boots. */
  acknowledged(): number;
  stop(): Promise<void>;
}

export interface FloodOptions {
  readonly serial: string;
  readonly network: Network;
  readonly random: Random;
  /** Messages in flight. */
  readonly window: number;
  /** How wrong the clock of the device is. */
  readonly clockOffMs: number;
}

const RECONNECT_AFTER_MS = [20, 150] as const;
const NO_PACE = { burst: 1_000_000, perSec: 1_000_000 };
const SYDNEY = { lat: -33.8688, lng: 151.2093 };

export function createFloodDevice(options: FloodOptions): FloodDevice {
  const { serial, network, random } = options;
  const topic = telemetryTopic(serial, 'location');
  const ledger: Sent[] = [];
  let acknowledged = 0;
  let isFlowing = false;
  let isStopped = false;
  let connection = open();

  function open(): Connection {
    const opened = createConnection({
      serial,
      network,
      clock: systemClock,
      pace: NO_PACE,
      will: () => Buffer.from(JSON.stringify({ v: 1, boot: ledger.length, ts: Date.now(), status: 'offline' })),
      onReady: () => {},
      onLost: () => {
        systemClock.after(random.between(...RECONNECT_AFTER_MS), () => {
          if (connection === opened && !isStopped) opened.connect();
        });
      },
      onCommand: () => {},
    });
    opened.connect();
    return opened;
  }

  const publish = async (via: Connection, sent: Sent): Promise<void> => {
    const seq = sent.acknowledged.push(false) - 1;
    const ts = Date.now() + options.clockOffMs;
    const body = { v: 1, boot: sent.boot, seq, ts, lat: SYDNEY.lat + seq / 1e5, lng: SYDNEY.lng, speedMps: 12.5 };
    const outcome = await via.publish(topic, Buffer.from(JSON.stringify(body)));
    if (outcome !== 'acknowledged') return;
    sent.acknowledged[seq] = true;
    acknowledged += 1;
    if (isFlowing && connection === via && ledger.at(-1) === sent) void publish(via, sent);
  };

  return {
    serial,
    flow: (boot) => {
      const sent = { serial, boot, acknowledged: [] };
      ledger.push(sent);
      isFlowing = true;
      for (let sending = 0; sending < options.window; sending += 1) void publish(connection, sent);
    },
    pause: () => {
      isFlowing = false;
    },
    cut: () => connection.cut(),
    forget: () => {
      const old = connection;
      isFlowing = false;
      connection = open();
      old.cut();
    },
    waiting: () => connection.waiting(),
    ledger: () => ledger,
    acknowledged: () => acknowledged,
    stop: async () => {
      isStopped = true;
      isFlowing = false;
      await connection.disconnect();
    },
  };
}
