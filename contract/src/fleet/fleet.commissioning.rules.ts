import type { DeviceSetup } from '../device-setup/device-setup.schema.ts';
import { batteryLevelOf, signalLevelOf } from '../device-status/device-status.rules.ts';
import type { DeviceStatusView } from '../device-status/device-status.schema.ts';
import { HOUR_MS } from '../kernel/time.ts';
import type { PingLocation } from '../ping/ping.schema.ts';
import type { AssignmentState } from './fleet.table.rules.ts';

/** REG-15: limits of a position that proves a good mounting place. */
export const commissioningRules = { fixAgeMs: HOUR_MS, accuracyM: 100 } as const;

export const commissioningChecks = ['contact', 'position', 'signal', 'battery', 'hub', 'user'] as const;

export type CommissioningCheck = (typeof commissioningChecks)[number];

/** `none`: does not apply to this device, such as the hub of a device without a hub. */
export type CheckState = 'done' | 'missing' | 'none';

export type MissingReason =
  | 'notOnline'
  | 'noPosition'
  | 'oldPosition'
  | 'inaccurate'
  | 'noSignal'
  | 'weakSignal'
  | 'noBattery'
  | 'lowBattery'
  | 'hubBroken'
  | 'hubNotConfirmed'
  | 'waitingUser'
  | 'noUser';

export interface CheckResult {
  state: CheckState;
  /** Null unless the check is missing. */
  reason: MissingReason | null;
}

export interface CommissioningFacts {
  status: Pick<DeviceStatusView, 'status' | 'network' | 'signalPct' | 'batteryPct'>;
  /** Null while not loaded. */
  setup: Pick<DeviceSetup, 'hub' | 'state'> | null;
  /** The position that the installer requested. */
  location: Pick<PingLocation, 'accuracyM' | 'at' | 'fixAt'> | null;
  assignment: AssignmentState;
}

const done: CheckResult = { state: 'done', reason: null };
const none: CheckResult = { state: 'none', reason: null };
const missing = (reason: MissingReason): CheckResult => ({ state: 'missing', reason });

/** Returns the result of each check of a device that was just mounted. */
export function checkCommissioning(
  { status, setup, location, assignment }: CommissioningFacts,
  nowMs: number,
): Record<CommissioningCheck, CheckResult> {
  return {
    contact: status.status === 'online' ? done : missing('notOnline'),
    position: checkPosition(location, nowMs),
    signal: checkSignal(status),
    battery: checkBattery(status.batteryPct),
    hub: checkHub(setup),
    user: { assigned: done, waiting: missing('waitingUser'), none: missing('noUser') }[assignment],
  };
}

export const isCommissioned = (results: Record<CommissioningCheck, CheckResult>): boolean =>
  Object.values(results).every(({ state }) => state !== 'missing');

function checkPosition(location: CommissioningFacts['location'], nowMs: number): CheckResult {
  if (location === null) return missing('noPosition');
  if (nowMs - Date.parse(location.fixAt ?? location.at) > commissioningRules.fixAgeMs) return missing('oldPosition');
  const isAccurate = location.accuracyM === null || location.accuracyM <= commissioningRules.accuracyM;
  return isAccurate ? done : missing('inaccurate');
}

/** A device on Ethernet needs no mobile signal. */
function checkSignal({ network, signalPct }: CommissioningFacts['status']): CheckResult {
  if (network === 'ethernet') return none;
  if (signalPct === null) return missing('noSignal');
  return signalLevelOf(signalPct) === 'good' ? done : missing('weakSignal');
}

function checkBattery(batteryPct: number | null): CheckResult {
  if (batteryPct === null) return missing('noBattery');
  return batteryLevelOf(batteryPct) === 'good' ? done : missing('lowBattery');
}

/** The hub service accepts the link, and the device works with the settings. */
function checkHub(setup: CommissioningFacts['setup']): CheckResult {
  if (setup === null) return missing('hubNotConfirmed');
  if (setup.hub === null) return none;
  if (setup.hub.brokenSince !== null) return missing('hubBroken');
  return setup.state === 'applied' ? done : missing('hubNotConfirmed');
}
