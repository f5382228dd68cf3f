import type { HeartbeatMessage } from '@trace/contract/device-protocol/messages';
import { wakeInSec } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';
import type { Random } from '../random.ts';

type HeartbeatFields = Omit<HeartbeatMessage, 'v' | 'boot' | 'seq' | 'ts'>;

const USUAL_LIVE_INTERVAL_MS = 10_000;
const WEAKEST_SIGNAL_PCT = 5;

export function statusOf(behaviour: Behaviour, isInstalling: boolean): HeartbeatMessage['status'] {
  if (isInstalling) return 'updating';
  return behaviour.lastError === null ? 'online' : 'error';
}

/** The activity of a device beside its behaviour. */
export interface Doing {
  readonly liveIntervalMs: number | null;
  readonly isInstalling: boolean;
  /** The installed image that runs. Null: that from the factory. */
  readonly image: { readonly version: string; readonly sequence: number } | null;
}

/** Returns the device's state in the form of the wire. */
export function heartbeatFields(behaviour: Behaviour, doing: Doing): HeartbeatFields {
  const { sleep, chip } = behaviour;
  const { liveIntervalMs, image } = doing;
  const sequence = image?.sequence ?? behaviour.firmwareSequence;
  return {
    status: statusOf(behaviour, doing.isInstalling),
    intervalSec: behaviour.heartbeatSec,
    networkType: behaviour.networkType,
    batteryPct: Math.round(behaviour.batteryPct),
    signalPct: Math.round(behaviour.signalPct),
    sleepModeEnabled: sleep !== null,
    ...(sleep === null ? {} : { wakeIntervalSec: wakeInSec(sleep) }),
    liveGps: { enabled: liveIntervalMs !== null, intervalMs: liveIntervalMs ?? USUAL_LIVE_INTERVAL_MS },
    hubLinked: behaviour.hubLinked,
    externalPower: behaviour.externalPower,
    tampered: behaviour.tampered,
    firmware: image?.version ?? behaviour.firmware,
    ...(sequence === null ? {} : { firmwareSequence: sequence }),
    model: behaviour.model,
    ...(chip === null ? {} : { chip }),
    configApplied: behaviour.configApplied,
    lastError: behaviour.lastError,
  };
}

/** Returns the same device a heartbeat later: slightly less battery, a slightly different signal. */
export function aged(behaviour: Behaviour, random: Random): Behaviour {
  const drainedPct = (behaviour.batteryPctPerHour * behaviour.heartbeatSec) / 3_600;
  const signalPct = behaviour.signalPct + random.between(-3, 3);
  return {
    ...behaviour,
    batteryPct: Math.max(0, behaviour.batteryPct - drainedPct),
    signalPct: Math.min(100, Math.max(WEAKEST_SIGNAL_PCT, signalPct)),
  };
}
