// Admission: certificates, client ids, the registry, and the first packet.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';

import { makeDevice } from '../testing/device-certificate.ts';
import { rawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const ACCEPTED = 0;
const WRONG_PROTOCOL = 1;
const IDENTIFIER_REJECTED = 2;
const NOT_AUTHORIZED = 5;

let rig: TestGateway;
let foreign: TestGateway;

beforeAll(async () => {
  [rig, foreign] = await Promise.all([startTestGateway(), startTestGateway({ mqttPort: null })]);
});

afterAll(async () => {
  await rig.stop();
  await foreign.stop();
});

async function knock(
  serial: string,
  clientId = serial,
  kind: 'factory' | 'operational' = 'factory',
): Promise<number | null> {
  const { certificates } = rig.gateway;
  const certificate = await makeDevice(certificates, serial, kind);
  const device = await rawDevice({ port: rig.mqttsPort, certificate, caPem: certificates.caPem });
  const code = await device.connect({ clientId });
  device.close();
  return code;
}

describe('certificates', () => {
  test('a Trace_ device with a factory certificate enters the registry with its first connection [REG-07]', async () => {
    expect(await rig.gateway.registry.find('Trace_new')).toBeUndefined();
    expect(await knock('Trace_new')).toBe(ACCEPTED);
    expect(await rig.gateway.registry.find('Trace_new')).toMatchObject({
      enteredBy: 'factory',
      firstConnectedAt: expect.any(Date),
    });
  });

  test('an operational certificate or another kind of serial adds no registry entry [REG-07] [T36]', async () => {
    expect(await knock('Trace_operational', 'Trace_operational', 'operational')).toBe(NOT_AUTHORIZED);
    expect(await knock('Other_0001')).toBe(NOT_AUTHORIZED);
    expect(await rig.gateway.registry.find('Other_0001')).toBeUndefined();
    await rig.gateway.registry.enter('Other_0001');
    expect(await knock('Other_0001')).toBe(ACCEPTED);
  });

  test('the same serial in another letter case is refused [REG-07]', async () => {
    expect(await knock('Trace_Case')).toBe(ACCEPTED);
    expect(await knock('Trace_case')).toBe(NOT_AUTHORIZED);
    expect(await rig.gateway.registry.enter('tRACE_CASE')).toBe('other_letter_case');
    expect(await rig.gateway.registry.enter('Trace_Case')).toBe('known');
  });

  test('the client id must be that of the certificate, before a connection is taken over [REG-08] [T63]', async () => {
    const victim = await rig.secure('Trace_victim');
    expect(await knock('Trace_thief', 'Trace_victim')).toBe(NOT_AUTHORIZED);
    expect(victim.isClosed()).toBe(false);
    expect(rig.gateway.isConnected('Trace_victim')).toBe(true);
    victim.close();
  });

  test('a certificate of another authority, or none, does not get through the handshake', async () => {
    const stranger = await makeDevice(foreign.gateway.certificates, 'Trace_0001');
    const { caPem } = rig.gateway.certificates;
    for (const certificate of [stranger, { ...stranger, certificatePem: '', keyPem: '' }]) {
      const device = await rawDevice({ port: rig.mqttsPort, certificate, caPem });
      expect(await device.connect({ clientId: 'Trace_0001' })).toBeNull();
    }
  });

  test('a certificate that we signed but do not know of is refused', async () => {
    const device = await makeDevice(rig.gateway.certificates, 'Trace_forgotten');
    const { sql } = await import('kysely');
    await sql`delete from device_certificate where serial = 'Trace_forgotten'`.execute(rig.test.database.sql);
    const raw = await rawDevice({ port: rig.mqttsPort, certificate: device, caPem: rig.gateway.certificates.caPem });
    expect(await raw.connect({ clientId: 'Trace_forgotten' })).toBe(NOT_AUTHORIZED);
  });

  test('a revoked device is disconnected within a second and does not come back [REG-08]', async () => {
    const { gateway } = rig;
    await gateway.registry.enter('Trace_revoked');
    const certificate = await makeDevice(gateway.certificates, 'Trace_revoked');
    const way = { port: rig.mqttsPort, certificate, caPem: gateway.certificates.caPem };
    const device = await rawDevice(way);
    expect(await device.connect({ clientId: 'Trace_revoked' })).toBe(ACCEPTED);
    expect(await gateway.certificates.revoke('Trace_revoked', 'stolen')).toHaveLength(1);
    await until(() => device.isClosed(), 1_000);
    await until(() =>
      rig
        .storedOf('presence')
        .some(({ serial, message }) => serial === 'Trace_revoked' && message['reason'] === 'revoked'),
    );
    const again = await rawDevice(way);
    expect(await again.connect({ clientId: 'Trace_revoked' })).toBe(NOT_AUTHORIZED);
  });

  test('a new operational certificate revokes the previous one, and the factory certificate stays [REG-08]', async () => {
    const { gateway } = rig;
    expect(await knock('Trace_renewed')).toBe(ACCEPTED);
    const old = await makeDevice(gateway.certificates, 'Trace_renewed', 'operational');
    const device = await rawDevice({ port: rig.mqttsPort, certificate: old, caPem: gateway.certificates.caPem });
    expect(await device.connect({ clientId: 'Trace_renewed' })).toBe(ACCEPTED);
    await makeDevice(gateway.certificates, 'Trace_renewed', 'operational');
    await until(() => device.isClosed(), 1_000);
    const listed = await gateway.certificates.list('Trace_renewed');
    expect(listed.map(({ kind, revokeReason }) => [kind, revokeReason])).toEqual([
      ['operational', null],
      ['operational', 'replaced'],
      ['factory', null],
    ]);
  });
});

describe('the first packet', () => {
  test.each(['', 'a b', 'Trace_ü', '../etc', 'a/b', 'a+', '#', 'x'.repeat(65), "'; drop table", 'Trace_\0'])(
    'a client id that is no serial is rejected (%j)',
    async (clientId) => {
      const device = await rawDevice({ port: rig.mqttPort });
      expect([IDENTIFIER_REJECTED, null]).toContain(await device.connect({ clientId }));
      await until(() => device.isClosed());
    },
  );

  test('MQTT 5 and MQTT 3.1 are refused', async () => {
    const newer = await rawDevice({ port: rig.mqttPort });
    newer.write(Buffer.from('101400044d515454050200 3c0000075472616365 5f31'.replaceAll(' ', ''), 'hex'));
    await until(() => newer.isClosed());
    const older = await rawDevice({ port: rig.mqttPort });
    expect(await older.connect({ clientId: 'Trace_1', protocolId: 'MQIsdp', protocolVersion: 3 })).toBe(WRONG_PROTOCOL);
  });

  test('a client that does not begin with CONNECT, or sends more than 4 KiB, is disconnected', async () => {
    const eager = await rawDevice({ port: rig.mqttPort });
    eager.publish(telemetryTopic('Trace_1', 'location'), payloadOf('location', 1));
    const big = await rawDevice({ port: rig.mqttPort });
    big.write(Buffer.from([0x10, 0xff, 0xff, 0x03]));
    const web = await rawDevice({ port: rig.mqttPort });
    web.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await until(() => eager.isClosed() && big.isClosed() && web.isClosed());
    expect(rig.stored.filter(({ message }) => message.serial === 'Trace_1')).toEqual([]);
  });

  test('a second CONNECT ends the connection', async () => {
    const device = await rig.plain('Trace_twice');
    device.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'Trace_twice',
      keepalive: 60,
    });
    await until(() => device.isClosed());
    expect(rig.gateway.isConnected('Trace_twice')).toBe(false);
  });

  test('there is no plain listener unless configured', () => {
    expect(foreign.mqttPort).toBe(0);
  });
});
