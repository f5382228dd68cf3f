import { Counter, Gauge, type Registry } from 'prom-client';
import type { FrameOutcome } from './hub-receiver.intake.service.ts';

export function createFrameMetrics(metrics: Registry, connections: () => { open: number; unproven: number }) {
  const frames = new Counter({
    name: 'trace_hub_frames_total',
    help: 'Frames of hubs that report directly',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const gauge: Gauge = new Gauge({
    name: 'trace_hub_connections',
    help: 'TCP connections of hubs: unproven until a frame was accepted',
    labelNames: ['state'],
    registers: [metrics],
    collect: () => {
      const { open, unproven } = connections();
      gauge.set({ state: 'proven' }, open - unproven);
      gauge.set({ state: 'unproven' }, unproven);
    },
  });
  return { count: (outcome: FrameOutcome): void => frames.inc({ outcome }) };
}
