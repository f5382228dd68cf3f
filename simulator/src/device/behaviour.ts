import type { CommandName } from '@trace/contract/device-protocol/commands';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import type { networkTypes } from '@trace/contract/device-protocol/states';
import { DEFAULT_MODEL } from '@trace/contract/firmware/firmware.rules';
import type { UpdateHabit } from '../firmware/update-client.ts';

export interface SleepHabit {
  /** 0 keeps the device's own interval of 1 hour. */
  readonly wakeIntervalSec: number;
  /** How long the device stays reachable after a wake. */
  readonly awakeSec: number;
}

/** The behaviour of a single device. `tracker.change` changes the behaviour while the device runs. */
export interface Behaviour {
  /**
   * Time between positions. Null sends each fix of a recorded route at its recorded time, and sends no positions on
   * other routes.
   */
  readonly reportSec: number | null;
  /** Time between positions after a minute without motion. Null: `reportSec`. */
  readonly parkedReportSec: number | null;
  readonly heartbeatSec: number;
  readonly hubLinked: boolean;
  readonly networkType: (typeof networkTypes)[number] | null;
  readonly batteryPct: number;
  readonly batteryPctPerHour: number;
  readonly signalPct: number;
  /** False: the supply was cut and the device runs on its battery. */
  readonly externalPower: boolean;
  /** The device is open or off its mount. */
  readonly tampered: boolean;
  /** The image from the factory: its version and its number in the order of releases, null when not known. */
  readonly firmware: string;
  readonly firmwareSequence: number | null;
  /** The model and chip that the device reports. Its images are for both. */
  readonly model: string;
  readonly chip: string | null;
  readonly update: UpdateHabit;
  /** Whether the device runs with the given settings. */
  readonly configApplied: boolean;
  /** Not null: the device reports an error state. */
  readonly lastError: string | null;
  readonly sleep: SleepHabit | null;
  /** How long the receiver takes for a fresh fix: the time itself, or a range to draw from. */
  readonly fixAfterMs: number | readonly [fromMs: number, toMs: number];
  /** How long a restart takes. */
  readonly rebootMs: number;
  /** Commands that the device receives and never answers. */
  readonly silentOn: readonly CommandName[];
  /** Commands that the device answers with this error. */
  readonly failsOn: Readonly<Partial<Record<CommandName, string>>>;
}

const DEFAULTS: Behaviour = {
  reportSec: 30,
  parkedReportSec: null,
  heartbeatSec: deviceProtocol.heartbeatSec,
  hubLinked: false,
  networkType: 'lte',
  batteryPct: 87,
  batteryPctPerHour: 0.4,
  signalPct: 78,
  externalPower: true,
  tampered: false,
  firmware: '1.4.2',
  firmwareSequence: null,
  model: DEFAULT_MODEL,
  chip: 'esp32s3',
  update: { bytesPerSec: null, installMs: 2_000, confirmAfterMs: 10_000, hangsOn: [] },
  configApplied: true,
  lastError: null,
  sleep: null,
  fixAfterMs: [300, 6_000],
  rebootMs: 3_000,
  silentOn: [],
  failsOn: {},
};

/** Returns the behaviour after an event. The effect of the event lasts until repaired. */
export function afterEvent(behaviour: Behaviour, kind: EventMessage['kind']): Behaviour {
  if (kind === 'power_cut') return { ...behaviour, externalPower: false };
  return kind === 'tamper' ? { ...behaviour, tampered: true } : behaviour;
}

/** Returns the events that a change causes. */
export function eventsOf(before: Behaviour, after: Behaviour): EventMessage['kind'][] {
  return [
    ...(before.externalPower && !after.externalPower ? (['power_cut'] as const) : []),
    ...(!before.tampered && after.tampered ? (['tamper'] as const) : []),
  ];
}

export const OWN_WAKE_INTERVAL_SEC = 3_600;
export const AWAKE_SEC = 60;

/** Completes a partial behaviour with the defaults. A device with a hub sends heartbeats twice as often. */
export function behaviourOf(wanted: Partial<Behaviour> = {}): Behaviour {
  const heartbeatSec = wanted.hubLinked === true ? deviceProtocol.heartbeatWithHubSec : deviceProtocol.heartbeatSec;
  return { ...DEFAULTS, heartbeatSec, ...wanted };
}

/** How long a sleep lasts. */
export function wakeInSec(sleep: SleepHabit): number {
  return sleep.wakeIntervalSec === 0 ? OWN_WAKE_INTERVAL_SEC : sleep.wakeIntervalSec;
}
