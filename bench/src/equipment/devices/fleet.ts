// Devices that do the same at once.
import type { Network } from '@trace/simulator/device/connection';
import { createRandom } from '@trace/simulator/random';
import { createFloodDevice } from './flood.ts';
import type { FloodDevice, Sent } from './flood.ts';
import { holdsWithin } from '../until.ts';
import type { World } from '../servers/world.ts';

export interface Fleet {
  readonly devices: readonly FloodDevice[];
  flow(boot: number): void;
  pause(): void;
  /** Some lose their connection, some lose their power. */
  disturb(): void;
  /** Whether all messages were acknowledged in time. */
  drainsWithin(waitMs: number): Promise<boolean>;
  sentIn(boot: number): Sent[];
  sent(): Sent[];
  /** Acknowledged messages of all devices and boots. */
  acknowledged(): number;
  stop(): Promise<void>;
}

export interface FleetOptions {
  readonly count: number;
  readonly seed: number;
  readonly window?: number;
  /** For pages that show every device. */
  readonly areClocksRight?: boolean;
  /** Where a device connects. Left out: the plain listener of the world. */
  readonly networkOf?: (serial: string) => Network;
}

/** Every nth device has a clock that is a year behind, so its positions are stored and shown to no one. */
const WRONG_CLOCK_EVERY = 5;
const FORGETFUL_EVERY = 10;
const CUT_EVERY = 3;
const WINDOW = 10;
const YEAR_MS = 365 * 86_400_000;

export const serialOf = (number: number): string => `Trace_B${String(number).padStart(5, '0')}`;

export function createFleet(world: Pick<World, 'ready'>, options: FleetOptions): Fleet {
  const { count, seed, window = WINDOW, areClocksRight = false, networkOf } = options;
  const { mqttPort } = world.ready();
  const plain: Network = { host: '127.0.0.1', port: mqttPort };
  const devices = Array.from({ length: count }, (_, index) =>
    createFloodDevice({
      serial: serialOf(index + 1),
      network: networkOf?.(serialOf(index + 1)) ?? plain,
      random: createRandom(seed * 1_000 + index),
      window,
      clockOffMs: !areClocksRight && index % WRONG_CLOCK_EVERY === 0 ? -YEAR_MS : 0,
    }),
  );
  const eachNth = (nth: number, act: (device: FloodDevice) => void): void =>
    devices.forEach((device, index) => {
      if (index % nth === nth - 1) act(device);
    });
  const sent = (): Sent[] => devices.flatMap((device) => device.ledger());

  return {
    devices,
    flow: (boot) => devices.forEach((device) => device.flow(boot)),
    pause: () => devices.forEach((device) => device.pause()),
    disturb: () => {
      eachNth(CUT_EVERY, (device) => device.cut());
      eachNth(FORGETFUL_EVERY, (device) => device.forget());
    },
    drainsWithin: (waitMs) => holdsWithin(waitMs, () => devices.every((device) => device.waiting() === 0)),
    sentIn: (boot) => sent().filter((one) => one.boot === boot),
    sent,
    acknowledged: () => devices.reduce((sum, device) => sum + device.acknowledged(), 0),
    stop: async () => {
      await Promise.all(devices.map((device) => device.stop()));
    },
  };
}
