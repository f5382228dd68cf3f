import type { IConnectPacket } from 'mqtt-packet';
import { expect, test } from 'vitest';

import { decideConnect } from './connect.rules.ts';

const connect = (more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: 'Trace_0001',
  keepalive: 60,
  ...more,
});

const certificate = { serial: 'Trace_0001', fingerprint: 'f'.repeat(64), validToMs: Infinity };

test('the client id must equal the serial of the certificate, letter by letter [REG-08]', () => {
  expect(decideConnect(connect(), certificate)).toMatchObject({ accepted: true, serial: 'Trace_0001' });
  for (const clientId of ['Trace_0002', 'trace_0001', 'Trace_00011']) {
    expect(decideConnect(connect({ clientId }), certificate)).toMatchObject({ accepted: false, code: 5 });
  }
});

test('the development listener accepts any client id that is a serial', () => {
  expect(decideConnect(connect({ clientId: 'Other-1' }), null)).toMatchObject({ accepted: true, serial: 'Other-1' });
  expect(decideConnect(connect({ clientId: 'no serial' }), null)).toMatchObject({ accepted: false, code: 2 });
});

test('only MQTT 3.1.1 is spoken', () => {
  for (const packet of [connect({ protocolVersion: 5 }), connect({ protocolVersion: 3, protocolId: 'MQIsdp' })]) {
    expect(decideConnect(packet, certificate)).toMatchObject({ accepted: false, code: 1 });
  }
});
