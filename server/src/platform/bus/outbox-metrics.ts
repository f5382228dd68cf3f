import { Histogram, type Registry } from 'prom-client';

import type { Clock } from '#platform/clock/clock';

import type { Outbox } from './outbox.ts';

const BUCKETS_SEC = [0.02, 0.1, 0.5, 1, 5, 30, 120];

/** Shows how late events reach this process: a long transaction anywhere in the database delays all of them. */
export function measureOutbox(metrics: Registry, outbox: Pick<Outbox, 'subscribe'>, clock: Clock): void {
  const delays = new Histogram({
    name: 'trace_outbox_delay_seconds',
    help: 'Events of the outbox that this process has read: their number, and the time since their transaction began',
    buckets: BUCKETS_SEC,
    registers: [metrics],
  });
  outbox.subscribe((events) => {
    const nowMs = clock.now().getTime();
    for (const { at } of events) delays.observe(Math.max(0, nowMs - at.getTime()) / 1_000);
  });
}
