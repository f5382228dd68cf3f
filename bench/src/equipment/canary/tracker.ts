// A tracker that reports the positions it is given.
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import type { CanaryPosition } from './positions.ts';

export interface CanaryTracker {
  /** Resolves when the server has acknowledged the position. */
  report(position: CanaryPosition): Promise<void>;
  stop(): Promise<void>;
}

const NO_PACE = { burst: 1_000, perSec: 1_000 };

export function connectCanaryTracker(serial: string, port: number): CanaryTracker {
  const boot = Math.floor(Date.now() / 1_000);
  let seq = 0;
  const connection = createConnection({
    serial,
    network: { host: '127.0.0.1', port },
    clock: systemClock,
    pace: NO_PACE,
    will: () => Buffer.from(JSON.stringify({ v: 1, boot, ts: Date.now(), status: 'offline' })),
    onReady: () => {},
    onLost: () => connection.connect(),
    onCommand: () => {},
  });
  connection.connect();
  return {
    report: async ({ lat, lng }) => {
      seq += 1;
      const payload = { v: 1, boot, seq, ts: Date.now(), lat, lng, speedMps: 1 };
      await connection.publish(telemetryTopic(serial, 'location'), Buffer.from(JSON.stringify(payload)));
      // T55: trackers write positions into their own texts.
      const text = `fix at ${lat.toFixed(6)}, ${lng.toFixed(6)}`;
      seq += 1;
      const line = { v: 1, boot, seq, ts: Date.now(), level: 'error', text };
      await connection.publish(telemetryTopic(serial, 'log'), Buffer.from(JSON.stringify(line)));
    },
    stop: () => connection.disconnect(),
  };
}
