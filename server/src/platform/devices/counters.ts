// The counters of the gateway: readable in process by `stats()`, and by Prometheus when a registry is given.
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

import type { LaneName } from './ingest/entry.ts';

const counterNames = {
  connected: 'Accepted connections',
  refused: 'Refused connections',
  takeovers: 'Connections closed because the same device connected again',
  quarantined: 'Serials quarantined for too many takeovers',
  received: 'Messages received',
  unstorable: 'Messages that the database refused, moved to quarantine',
  broken: 'Malformed messages',
  skewed: 'Messages with an implausible timestamp',
  unregistered: 'Messages from unregistered devices',
  repeatedEvents: 'Repeated events within a minute',
  limited: 'Packets that had to wait because their device was beyond its limits',
  struckOut: 'Connections closed because a device beyond its limits kept sending',
  lockedOut: 'Serials locked out because their device kept sending beyond its limits again',
  misbehaved: 'Connections closed for protocol violations',
  droppedHandshakes: 'Connections dropped because their TLS handshake failed or timed out',
  droppedPending: 'Connections dropped because too many had not been accepted yet',
  droppedPerNetwork: 'Connections dropped because too many of their network had not been accepted yet',
  droppedFull: 'Connections dropped because the gateway had as many as it can have',
} as const;

export type CounterName = keyof typeof counterNames;

export interface GatewayStats extends Record<CounterName, number> {
  connections: number;
  settled: Record<LaneName, number>;
}

export interface GatewayCounters {
  count(name: CounterName): void;
  settled(lane: LaneName, messages: number): void;
  stats(): GatewayStats;
}

export function createCounters(connections: () => number, registry?: Registry): GatewayCounters {
  const counts = Object.fromEntries(Object.keys(counterNames).map((name) => [name, 0])) as Record<CounterName, number>;
  const settled: Record<LaneName, number> = { events: 0, control: 0, telemetry: 0, suspects: 0 };
  const stats = (): GatewayStats => ({ ...counts, connections: connections(), settled: { ...settled } });
  if (registry !== undefined) expose(registry, counts, settled, connections);
  return {
    count: (name) => {
      counts[name] += 1;
    },
    settled: (lane, messages) => {
      settled[lane] += messages;
    },
    stats,
  };
}

/** The hot path only adds to plain numbers. The registry reads these on request. */
function expose(
  registry: Registry,
  counts: Record<CounterName, number>,
  settled: Record<LaneName, number>,
  connections: () => number,
): void {
  const registers = [registry];
  for (const [name, help] of Object.entries(counterNames) as [CounterName, string][]) {
    const counter = new Counter({
      name: `trace_device_${snakeCase(name)}_total`,
      help,
      registers,
      collect: () => {
        counter.reset();
        counter.inc(counts[name]);
      },
    });
  }
  const stored = new Counter({
    name: 'trace_device_settled_total',
    help: 'Messages stored or quarantined',
    labelNames: ['lane'],
    registers,
    collect: () => {
      stored.reset();
      for (const [lane, messages] of Object.entries(settled)) stored.inc({ lane }, messages);
    },
  });
  const gauge: Gauge = new Gauge({
    name: 'trace_device_connections',
    help: 'Connected devices',
    registers,
    collect: () => {
      gauge.set(connections());
    },
  });
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
