// Two server processes on one database, a broker of the operator, and trackers that know only the broker.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePorts } from '@trace/equipment/free-ports';
import type { Network } from '@trace/simulator/device/connection';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { readIdentity, writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import { serialOf } from '../devices/fleet.ts';
import { createOperatorBroker, writeBrokerFiles } from './operator-broker.ts';
import type { OperatorBroker } from './operator-broker.ts';
import { holdsWithin } from '../until.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

export interface BrokerWorld {
  /** Has the embedded database of both. */
  readonly first: World;
  readonly second: World;
  readonly broker: OperatorBroker;
  readonly folder: string;
  networkOf(serial: string): Network;
  /** Whether every running process is connected to the broker. */
  isConnected(worlds: readonly World[]): Promise<boolean>;
  /** Messages that this process has stored. */
  storedBy(world: World): Promise<number>;
  dispose(): Promise<void>;
}

const CONNECTED_WITHIN_MS = 20_000;

export async function startBrokerWorld(options: {
  devices: number;
  serverDirectory?: string | undefined;
}): Promise<BrokerWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-broker-'));
  const [devicePort = 0, serverPort = 0] = await findFreePorts(2);
  const serials = Array.from({ length: options.devices }, (_, index) => serialOf(index + 1));
  for (const serial of serials) await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
  const shared = options.serverDirectory === undefined ? {} : { serverDirectory: options.serverDirectory };
  const settings = { MQTT_URL: `mqtts://localhost:${serverPort}` };
  const first = await createWorld({ ...shared, devices: options.devices, sign: folder, settings });
  const toDispose: (() => Promise<unknown>)[] = [
    () => first.dispose(),
    () => rm(folder, { recursive: true, force: true }),
  ];
  const dispose = async (): Promise<void> => {
    for (const end of toDispose) await end();
  };
  try {
    // The broker is not there yet: the server starts all the same.
    const ready = await first.start();
    const key = await readFile(path.join(first.dataDirectory(), 'secret.key'), 'utf8');
    const database = { DATABASE_URL: ready.databaseUrl, TRACE_SECRET_KEY: key.trim() };
    const second = await createWorld({ ...shared, devices: 0, settings: { ...settings, ...database } });
    toDispose.unshift(() => second.dispose());
    await second.start();
    await writeBrokerFiles(folder, first.dataDirectory());
    const broker = await createOperatorBroker(folder, { devicePort, serverPort });
    toDispose.unshift(() => broker.kill('SIGKILL'));
    await broker.start();
    const identities = new Map(
      await Promise.all(serials.map(async (serial) => [serial, await readIdentity(folder, serial)] as const)),
    );
    const world: BrokerWorld = {
      ...{ first, second, broker, folder, dispose },
      networkOf: (serial) => {
        const identity = identities.get(serial);
        if (identity === undefined) throw new Error(`${serial} has no certificate`);
        return { host: 'localhost', port: devicePort, tls: identity };
      },
      isConnected: async (worlds) => (await Promise.all(worlds.map(brokerStateOf))).every((state) => state === 'ok'),
      storedBy: async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        const [, value] = /trace_device_settled_total\{lane="telemetry"\} (\d+)/.exec(text) ?? [];
        return Number(value ?? 0);
      },
    };
    if (!(await holdsWithin(CONNECTED_WITHIN_MS, () => world.isConnected([first, second]))))
      throw new Error('the servers did not connect to the broker');
    return world;
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function brokerStateOf({ url }: World): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return ((await answer.json()) as { broker?: unknown }).broker;
}
