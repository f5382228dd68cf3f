// A device that sends more than it may is not read any more. Its neighbours, its alarms and the operator stay served.
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { fakeClock } from '#testing/fake-clock';
import type { FakeClock } from '#testing/fake-clock';

import { rawDevice } from '../testing/raw-device.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { payloadOf, startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const SERIAL = 'Trace_flood';
const BURST = 200;
const PER_SEC = 5;
const OFFENCES = '2 beyond its limits,1 locked out after sending beyond its limits again';
const PINGREQ = Buffer.from([0xc0, 0]);

let rig: TestGateway;
let clock: FakeClock;
afterEach(() => rig.stop());

async function start(): Promise<RawDevice> {
  clock = fakeClock();
  rig = await startTestGateway({ clock });
  return rig.plain(SERIAL);
}

function flood(device: RawDevice, packet: Buffer, count: number): void {
  device.write(Buffer.concat(Array.from({ length: count }, () => packet)));
}

/** Sends positions in a single write. Their packet ids are their numbers. */
function sendLocations(device: RawDevice, count: number): void {
  device.socket.cork();
  for (let nth = 1; nth <= count; nth += 1)
    device.publish(telemetryTopic(SERIAL, 'location'), payloadOf('location', nth), { packetId: nth });
  device.socket.uncork();
}

const pongs = (device: RawDevice): number => device.heard.filter(({ cmd }) => cmd === 'pingresp').length;
const isHeld = (): boolean => rig.gateway.stats().limited > 0;

/** Lets time pass until the connection ends: each second in which the device is held and sends on is a strike. */
async function strikeOut(device: RawDevice): Promise<void> {
  await until(isHeld);
  await until(async () => {
    await clock.advance(1_000);
    return device.isClosed();
  });
}

test('positions beyond the burst wait, and are acknowledged at the sustained rate', async () => {
  const device = await start();
  sendLocations(device, BURST + 30);
  await until(() => device.acknowledged().length === BURST && isHeld());
  await clock.advance(1_000);
  await until(() => device.acknowledged().length === BURST + PER_SEC);
  await clock.advance(5_000);
  await until(() => device.acknowledged().length === BURST + 30);
  expect(device.isClosed()).toBe(false);
  expect(await rig.rows(SERIAL, 'location')).toBe(BURST + 30);
});

test('PINGREQ beyond the burst are answered at the sustained rate', async () => {
  const device = await start();
  flood(device, PINGREQ, BURST + 50);
  await until(() => pongs(device) === BURST && isHeld());
  await clock.advance(1_000);
  await until(() => pongs(device) === BURST + PER_SEC);
  expect(device.isClosed()).toBe(false);
});

test('a flood of PUBACK uses the allowance of the packets that follow', async () => {
  const device = await start();
  flood(device, Buffer.from([0x40, 2, 0, 7]), BURST + PER_SEC);
  device.write(PINGREQ);
  await until(isHeld);
  expect(pongs(device)).toBe(0);
  await clock.advance(1_500);
  await until(() => pongs(device) === 1);
});

test('a panic passes the positions that wait', async () => {
  const device = await start();
  sendLocations(device, BURST + 30);
  const panicId = 1_000;
  device.publish(telemetryTopic(SERIAL, 'event'), payloadOf('event', 1), { packetId: panicId });
  // The panic may also pass positions of the burst.
  await until(() => device.acknowledged().length > BURST);
  expect(device.acknowledged()).toContain(panicId);
  expect(device.acknowledged()).toHaveLength(BURST + 1);
  await clock.advance(6_000);
  await until(() => device.acknowledged().length === BURST + 31);
  expect([await rig.rows(SERIAL, 'event'), await rig.rows(SERIAL, 'location')]).toEqual([1, BURST + 30]);
});

test.each([
  ['PINGREQ', PINGREQ],
  ['PUBACK', Buffer.from([0x40, 2, 0, 7])],
])(
  'a device that floods %s is disconnected, locked out when it floods again, and its operator is told',
  async (_name, packet) => {
    const first = await start();
    flood(first, packet, 50_000);
    await strikeOut(first);
    expect(rig.gateway.stats()).toMatchObject({ struckOut: 1, lockedOut: 0 });

    const second = await rig.plain(SERIAL);
    flood(second, packet, 50_000);
    await until(() => second.isClosed());
    expect(rig.gateway.stats()).toMatchObject({ struckOut: 2, lockedOut: 1 });
    expect(rig.logged().filter(({ alert }) => alert === 'device_flood')).toMatchObject([
      { serial: SERIAL, isLockedOut: false },
      { serial: SERIAL, isLockedOut: true },
    ]);

    await clock.advance(1_000);
    await until(async () => {
      const { rows } = await sql<{ reason: string; count: number }>`
      select reason, count from device_offence where serial = ${SERIAL} order by reason`.execute(rig.test.database.sql);
      return rows.map(({ reason, count }) => `${count} ${reason}`).join() === OFFENCES;
    });

    const third = await rawDevice({ port: rig.mqttPort });
    expect(await third.connect({ clientId: SERIAL })).toBe(3);
    await clock.advance(61_000);
    (await rig.plain(SERIAL)).close();
  },
);
