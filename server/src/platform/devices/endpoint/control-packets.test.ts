import mqttPacket from 'mqtt-packet';
import { expect, test } from 'vitest';

import { readControlPacket } from './control-packets.ts';
import { grantSubscriptions } from './subscribe.rules.ts';

const connect = mqttPacket.generate({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: 'Trace_0001',
  keepalive: 60,
  will: { topic: 'dt/trace/Trace_0001/status', payload: Buffer.from('{}'), qos: 1, retain: false },
});

const subscribe = mqttPacket.generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic: 'cmd/trace/Trace_0001/req', qos: 1 }],
});

test('whole packets are read', () => {
  expect(readControlPacket(connect)).toMatchObject({ cmd: 'connect', clientId: 'Trace_0001', keepalive: 60 });
  expect(readControlPacket(subscribe)).toMatchObject({ cmd: 'subscribe', messageId: 1 });
});

/** Cut off, with a length that claims to be complete. */
const cut = (packet: Buffer, bodyBytes: number): Buffer =>
  Buffer.concat([packet.subarray(0, 1), Buffer.from([bodyBytes]), packet.subarray(2, 2 + bodyBytes)]);

test.each([
  ['CONNECT', connect],
  ['SUBSCRIBE', subscribe],
])('every truncation of a %s is refused without an exception', (_name, packet) => {
  for (let bodyBytes = 0; bodyBytes < packet.length - 2; bodyBytes += 1) {
    const read = readControlPacket(cut(packet, bodyBytes));
    // The library accepts a SUBSCRIBE without filters. The rule for subscriptions refuses it.
    const isEmpty =
      read?.cmd === 'subscribe' && grantSubscriptions(read, { serial: 'Trace_0001', isForRenewal: false }) === null;
    expect(read === null || isEmpty).toBe(true);
  }
});

test('every single wrong byte is answered without an exception', () => {
  for (let at = 0; at < connect.length; at += 1) {
    for (const value of [0, 1, 127, 128, 255]) {
      const wrong = Buffer.from(connect);
      wrong[at] = value;
      const read = readControlPacket(wrong);
      expect(read === null || typeof read.cmd === 'string').toBe(true);
    }
  }
});
