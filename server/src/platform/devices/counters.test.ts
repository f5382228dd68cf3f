import { Registry } from 'prom-client';
import { expect, test } from 'vitest';

import { createCounters } from './counters.ts';

test('counters are readable in process and by Prometheus, and a second reading adds nothing', async () => {
  const registry = new Registry();
  const counters = createCounters(() => 3, registry);
  counters.count('received');
  counters.count('received');
  counters.count('repeatedEvents');
  counters.settled('telemetry', 5);
  expect(counters.stats()).toMatchObject({ received: 2, repeatedEvents: 1, connections: 3, settled: { telemetry: 5 } });
  await registry.metrics();
  const text = await registry.metrics();
  for (const line of [
    'trace_device_received_total 2',
    'trace_device_repeated_events_total 1',
    'trace_device_settled_total{lane="telemetry"} 5',
    'trace_device_connections 3',
  ]) {
    expect(text).toContain(line);
  }
});
