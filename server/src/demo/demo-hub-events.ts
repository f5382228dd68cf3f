// The panic button of Mia's hub: pressed on the demo's page, it reports by the queue of the hub service and directly.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulatedHub, type SimulatedHub } from '@trace/stand-ins/alarm-hub/dc09/hub';
import {
  STAND_IN_KEY_ID,
  STAND_IN_QUEUE,
  STAND_IN_SECRET,
  startHubQueueStandIn,
} from '@trace/stand-ins/hub-queue/stand-in';
import type { Stop } from '#platform/clock/clock';
import type { Config } from '../config/config.ts';

/** The hub of Mia's home and its account at the portal. `key`: 32 hexadecimal digits. */
export interface DemoHub {
  readonly hubId: string;
  readonly hubName: string;
  readonly account: string;
  readonly key: string;
}

export interface DemoQueue {
  /** The settings with the queue that hub events are read from, and the receiver of direct reports. */
  readonly config: Config;
  /** Presses the panic button of a hub, which then stands in the queue. False: the operator configured another queue. */
  press(hub: DemoHub): boolean;
  stop(): Promise<void>;
}

const BUTTON = 'Key fob Mia';
const BEAT_MS = 60_000;

/** Starts a queue on this machine, unless the settings name a queue. */
export async function startDemoQueue(given: Config): Promise<DemoQueue> {
  const local = { host: '127.0.0.1', port: 0, publicHost: null, publicPort: null };
  const withReceiver = { ...given, hubReceiver: given.hubReceiver ?? local };
  if (given.hubQueue !== null) return { config: withReceiver, press: () => false, stop: async () => {} };
  const queue = await startHubQueueStandIn();
  const { url: endpoint } = queue;
  const credentials = { accessKeyId: STAND_IN_KEY_ID, secretAccessKey: STAND_IN_SECRET };
  return {
    config: { ...withReceiver, hubQueue: { queue: STAND_IN_QUEUE, region: 'eu-west-1', ...credentials, endpoint } },
    press: ({ hubId, hubName }) => {
      queue.pressPanic(hubId, { hubName, sourceObjectName: BUTTON });
      return true;
    },
    stop: queue.stop,
  };
}

const fileOf = (directory: string): string => join(directory, 'hub.json');

/** Keeps Mia's hub beside the demo's data, with a key of its own. */
export function keepDemoHub(directory: string, hub: Pick<DemoHub, 'hubId' | 'hubName'>): DemoHub {
  const kept: DemoHub = { ...hub, account: 'A4F21', key: randomBytes(16).toString('hex').toUpperCase() };
  writeFileSync(fileOf(directory), JSON.stringify(kept), { mode: 0o600 });
  return kept;
}

export function readDemoHub(directory: string): DemoHub | null {
  return existsSync(fileOf(directory)) ? (JSON.parse(readFileSync(fileOf(directory), 'utf8')) as DemoHub) : null;
}

/** Lets a hub report to the portal each minute. Returns the press of its button, and its end. */
export async function switchOnHub(
  { account, key }: DemoHub,
  port: number,
): Promise<{ press(): Promise<void>; stop: Stop }> {
  const open = (): Promise<SimulatedHub> =>
    startSimulatedHub({ host: '127.0.0.1', port, account, key, notation: 'hex' });
  const beat = async (): Promise<void> => {
    const hub = await open();
    await hub.beat();
    hub.stop();
  };
  // A hub that cannot reach the portal tries again at its next report.
  const beatQuietly = (): void => void beat().catch(() => {});
  beatQuietly();
  const beating = setInterval(beatQuietly, BEAT_MS);
  return {
    async press() {
      const hub = await open();
      await hub.panic({ text: BUTTON });
      hub.stop();
    },
    stop: () => clearInterval(beating),
  };
}
