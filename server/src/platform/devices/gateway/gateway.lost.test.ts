// Lost connections, also many at once.
import { Socket } from 'node:net';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { rawDevice } from '../testing/raw-device.ts';
import type { RawDevice } from '../testing/raw-device.ts';
import { startTestGateway } from '../testing/test-gateway.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { until } from '../testing/until.ts';

const MANY = 64;
const MOST_PER_TURN = 8;

let rig: TestGateway;

beforeAll(async () => {
  rig = await startTestGateway();
});

afterAll(() => rig.stop());

async function connected(serial: string): Promise<RawDevice> {
  await rig.gateway.registry.enter(serial);
  const device = await rawDevice({ port: rig.mqttPort });
  expect(await device.connect({ clientId: serial })).toBe(0);
  return device;
}

/** Counts the ended sockets of each turn of the event loop. */
function countEndsPerTurn(): number[] {
  const turns = [0];
  let next = setImmediate(function count() {
    turns.push(0);
    next = setImmediate(count);
  });
  const end = vi.spyOn(Socket.prototype, 'end').mockImplementation(function (this: Socket, ...given: unknown[]) {
    turns[turns.length - 1]! += 1;
    return (realEnd as (...given: unknown[]) => Socket).apply(this, given);
  });
  onTestFinished(() => {
    clearImmediate(next);
    end.mockRestore();
  });
  return turns;
}
const realEnd = Socket.prototype.end;

test('a device that ends its half of the connection is disconnected', async () => {
  const device = await connected('Trace_half');
  device.socket.end();
  await until(() => device.isClosed());
  expect(rig.gateway.stats().connections).toBe(0);
});

test('of many devices that are lost at once, a few are disconnected per turn, so that pages are answered [I-16]', async () => {
  const devices = await Promise.all(Array.from({ length: MANY }, (_, number) => connected(`Trace_lost_${number}`)));
  const turns = countEndsPerTurn();
  for (const { socket } of devices) socket.destroy();
  const ended = (): number => turns.reduce((sum, ends) => sum + ends, 0);
  await until(() => ended() === MANY);
  expect(Math.max(...turns)).toBeLessThanOrEqual(MOST_PER_TURN);
});
