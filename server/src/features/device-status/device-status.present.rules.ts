import { redacted } from '@trace/contract/device-protocol/redaction';
import { networkOf, statusOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { DeviceCondition } from './device-status.port.ts';
import { nothingReported, type DeviceState } from './device-status.reducer.rules.ts';

export const conditionOf = (state: DeviceState, now: Date, report = nothingReported): DeviceCondition => ({
  ...report,
  deviceId: state.deviceId,
  serial: state.serial,
  isSilent: state.silentAt !== null && state.silentAt <= now,
  heardAt: state.heardAt,
});

/** STAT-03: returns the device status for display. */
export function presentStatus(state: DeviceState, now: Date): DeviceStatusView {
  const status = statusOf(state, now);
  const isThere = status === 'online' || status === 'updating' || (status === 'error' && state.connected);
  return {
    serialNumber: state.serial,
    status,
    sleepModeActive: status === 'sleeping',
    sleepModeEnabled: state.sleepModeEnabled,
    networkType: state.networkType,
    network: networkOf(state.networkType, state.connected && isThere),
    configApplied: state.configApplied,
    connectivity: isThere,
    liveGpsEnabled: state.liveGpsEnabled,
    batteryPct: state.batteryPct,
    signalPct: state.signalPct,
    // Rows from before errors were redacted at their arrival (T55).
    lastError: state.lastError === null ? null : redacted(state.lastError),
    lastSeen: state.heardAt?.toISOString() ?? null,
    expectedAt: (state.sleepsUntil ?? state.silentAt)?.toISOString() ?? null,
    clockWrongSince: state.clockWrongSince?.toISOString() ?? null,
    clockOffSec: state.clockOffSec,
  };
}
