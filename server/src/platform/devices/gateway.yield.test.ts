// Positions wait while many pages open their streams. A panic does not.
import { afterAll, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';

import { payloadOf, startTestGateway } from './testing/test-gateway.ts';
import { until } from './testing/until.ts';

let areOpening = true;
const rig = await startTestGateway({ areStreamsOpening: () => areOpening });
afterAll(() => rig.stop());

test('an event overtakes a position that waits for opening streams, and the position follows', async () => {
  const device = await rig.plain('Trace_yields');
  device.publish(telemetryTopic('Trace_yields', 'location'), payloadOf('location', 1), { packetId: 1 });
  device.publish(telemetryTopic('Trace_yields', 'event'), payloadOf('event', 1), { packetId: 2 });
  await until(() => device.acknowledged().includes(2));
  expect(device.acknowledged()).toEqual([2]);
  areOpening = false;
  await until(() => device.acknowledged().includes(1));
  device.close();
});
