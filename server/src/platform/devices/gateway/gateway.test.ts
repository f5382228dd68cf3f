// The core of the gateway: a device connects, publishes, and receives PUBACK once the message is stored.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';

import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

let rig: TestGateway;

beforeAll(async () => {
  rig = await startTestGateway();
});

afterAll(() => rig.stop());

test('a device on the plain listener publishes and is acknowledged', async () => {
  const device = await rig.plain('Trace_plain');
  device.publish(telemetryTopic('Trace_plain', 'location'), payloadOf('location', 1), { packetId: 7 });
  await until(() => device.acknowledged().includes(7));
  expect(rig.storedOf('location')).toHaveLength(1);
  device.close();
});

test('a device with its own certificate publishes and is acknowledged [REG-08]', async () => {
  const device = await rig.secure('Trace_secure');
  device.publish(telemetryTopic('Trace_secure', 'heartbeat'), payloadOf('heartbeat', 1), { packetId: 9 });
  await until(() => device.acknowledged().includes(9));
  expect(rig.storedOf('heartbeat')).toHaveLength(1);
  device.close();
});
