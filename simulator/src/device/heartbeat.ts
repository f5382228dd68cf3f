import type { HeartbeatMessage } from '@trace/contract/device-protocol/messages';
import { wakeInSec } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';
import type { Random } from '../random.ts';

type HeartbeatFields = Omit<HeartbeatMessage, 'v' | 'boot' | 'seq' | 'ts'>;

const USUAL_LIVE_INTERVAL_MS = 10_000;
const WEAKEST_SIGNAL_PCT = 5;

export const statusOf = (behaviour: Behaviour): HeartbeatMessage['status'] =>
  behaviour.lastError === null ? 'online' : 'error';

/** Returns the device's state in the form of the wire. */
export function heartbeatFields(behaviour: Behaviour, liveIntervalMs: number | null): HeartbeatFields {
  const { sleep } = behaviour;
  return {
    status: statusOf(behaviour),
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
    firmware: behaviour.firmware,
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
