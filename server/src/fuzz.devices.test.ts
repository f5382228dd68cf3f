// Publishes generated messages of every kind over MQTT: valid ones near their limits, and ones with a hostile place.
import { messageSchemas } from '@trace/contract/device-protocol/messages';
import { telemetryTopic, type TelemetryKind } from '@trace/contract/device-protocol/topics';
import { mutate, textOf } from '@trace/equipment/fuzz/hostile';
import type { Json, Schema } from '@trace/equipment/fuzz/interface';
import { createPool } from '@trace/equipment/fuzz/pool';
import { pick, randomOf } from '@trace/equipment/fuzz/random';
import { validValue } from '@trace/equipment/fuzz/values';
import { createSystemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { storedPositions } from '#testing/followed-device';
import { startPortal, type Portal } from '#testing/portal';
import { newSerial, registerDevice } from '#testing/trackers';

const SEED = 20_261_126;
const DEVICES = 6;
/** Below the burst of a device. */
const MESSAGES = 60;

const schemas = Object.fromEntries(
  Object.entries(messageSchemas)
    .filter(([kind]) => kind !== 'reply')
    .map(([kind, schema]) => [kind, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema]),
);

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('generated messages of every kind are acknowledged and stop no neighbour [I-18]', async () => {
  const next = randomOf(SEED);
  const source = { next, pool: createPool(), resolve: (schema: Schema) => schema };
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const kinds = Object.keys(schemas);
  const lost: string[] = [];

  const makeMessage = (kind: string, seq: number): string => {
    const valid = validValue(source, schemas[kind]!, '') as Record<string, Json>;
    const whole = { ...valid, v: 1, boot: 1, seq, ts: portal.clock.now().getTime() };
    return textOf(next() < 0.5 ? mutate(next, whole) : whole);
  };
  const outcomes = await Promise.all(
    Array.from({ length: DEVICES }, async () => {
      const serial = newSerial();
      await portal.app.gateway.registry.enter(serial);
      await registerDevice(portal, serial, installer, user);
      const connection = createConnection({
        serial,
        network: { host: '127.0.0.1', port: portal.mqttPort },
        clock: createSystemClock(),
        will: () => Buffer.from(JSON.stringify({ v: 1, boot: 1, ts: 0, status: 'offline' })),
        onReady: () => {},
        onLost: (reason) => void lost.push(reason),
        onCommand: () => {},
      });
      connection.connect();
      const publish = (kind: string, text: string) =>
        connection.publish(telemetryTopic(serial, kind as TelemetryKind), Buffer.from(text));
      const sent = Array.from({ length: MESSAGES }, (_, seq) => {
        const kind = pick(next, kinds);
        return publish(kind, makeMessage(kind, seq));
      });
      const place = { v: 1, boot: 2, seq: 1, ts: portal.clock.now().getTime(), lat: 52.5, lng: 13.4 };
      const last = publish('location', JSON.stringify(place));
      const answers = await Promise.all([...sent, last]);
      await connection.disconnect();
      const positions = await storedPositions(portal, serial);
      return { answers, isStored: positions.some(({ boot, lat }) => boot === 2 && lat === 52.5) };
    }),
  );

  expect(outcomes.flatMap(({ answers }) => answers).filter((answer) => answer !== 'acknowledged')).toEqual([]);
  expect(outcomes.map(({ isStored }) => isStored)).toEqual(outcomes.map(() => true));
  expect(lost).toEqual([]);
  expect(portal.logged()).toEqual([]);
}, 30_000);
