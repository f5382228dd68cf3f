import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { redacted } from '@trace/contract/device-protocol/redaction';
import type { HeartbeatMessage, StatusMessage } from '@trace/contract/device-protocol/messages';
import { silentAfter, silence, sleepsUntil } from '@trace/contract/device-status/device-status.rules';
import { isPhone } from '@trace/contract/kernel/serial';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Report, Said } from './device-status.port.ts';

/** The known state of a device: a row of device_status. */
export interface DeviceState {
  deviceId: number;
  serial: string;
  /** Of the newest report. An older report updates only the time of last contact. */
  boot: number;
  seq: number;
  /** When the newest report arrived. Null: not known. */
  reportReceivedAt: Date | null;
  /** Since when only reports that are behind the newest have arrived. */
  earlierSince: Date | null;
  /** When the device last began to count anew. */
  counterResetAt: Date | null;
  reported: 'online' | 'offline' | 'sleeping' | 'updating' | 'error' | null;
  connected: boolean;
  connectionNo: number;
  heardAt: Date | null;
  silentAt: Date | null;
  heartbeatSec: number;
  /** The expected wake of a sleeping device. */
  sleepsUntil: Date | null;
  networkType: 'ethernet' | 'cellular' | 'lte' | null;
  batteryPct: number | null;
  signalPct: number | null;
  configApplied: boolean;
  sleepModeEnabled: boolean;
  liveGpsEnabled: boolean;
  hubLinked: boolean;
  /** Null: the device does not report this. */
  externalPower: boolean | null;
  tampered: boolean | null;
  firmware: string | null;
  lastError: string | null;
  /** Since when the device's messages have had no credible time. */
  clockWrongSince: Date | null;
  /** Seconds that a wrong clock is ahead, negative when behind. Null: the clock is right, or the device has no time. */
  clockOffSec: number | null;
}

/** The state of a device before any message. */
export const emptyState = (deviceId: number, serial: string): DeviceState => ({
  deviceId,
  serial,
  boot: 0,
  seq: -1,
  reportReceivedAt: null,
  earlierSince: null,
  counterResetAt: null,
  reported: null,
  connected: false,
  connectionNo: 0,
  heardAt: null,
  silentAt: null,
  heartbeatSec: deviceProtocol.heartbeatSec,
  sleepsUntil: null,
  networkType: null,
  batteryPct: null,
  signalPct: null,
  configApplied: false,
  sleepModeEnabled: false,
  liveGpsEnabled: false,
  hubLinked: false,
  externalPower: null,
  tampered: null,
  firmware: null,
  lastError: null,
  clockWrongSince: null,
  clockOffSec: null,
});

/** A replaced device is offline since its last contact (IDEV-10). */
export const replacedState = (deviceId: number, serial: string, heardAt: Date | null): DeviceState => ({
  ...emptyState(deviceId, serial),
  reported: 'offline',
  heardAt,
});

/** The times of a message. `saidAt` is the device's own; null where that is not credible. */
export interface Heard {
  receivedAt: Date;
  saidAt: Date | null;
  /** The device's own time, credible or not, in milliseconds. 0 from a device without a time. */
  ts: number;
}

interface TimedMessage {
  receivedAt: Date;
  at: Date;
  skewed: boolean;
  message: { ts: number };
}

export const heardOf = ({ receivedAt, at, skewed, message }: TimedMessage): Heard => ({
  receivedAt,
  saidAt: skewed ? null : at,
  ts: message.ts,
});

/** A credible clock may be this far ahead. A smaller difference to the server's clock proves no order. */
const CLOCK_ERROR_MS = deviceProtocol.newestAheadMs;
/** A backlog with an earlier boot is drained in less: an hour takes 18,000 messages at the allowed rate. */
const EARLIER_REPORTS_MS = HOUR_MS;

type Count = 'newer' | 'earlier' | 'reset';

/**
 * Compares a report's counter with the newest known counter. A report behind that counter is a late repeat, with two
 * exceptions. The report's clock shows a time after the newest report arrived, or only such reports came for an hour
 * and two heartbeats. In both cases the device has restarted counting (decision 017).
 */
function countOf(state: DeviceState, report: { boot: number; seq: number }, heard: Heard): Count {
  if (!isOlder(state, report) && !isSaidBeforeReset(state, heard)) return 'newer';
  return isSaidLater(state, heard) || isNewestGone(state, heard) ? 'reset' : 'earlier';
}

/** Ignores the higher counter of a report from before the reset. */
const isSaidBeforeReset = ({ counterResetAt }: DeviceState, { saidAt }: Heard): boolean =>
  counterResetAt !== null && saidAt !== null && saidAt < counterResetAt;

const isSaidLater = ({ reportReceivedAt }: DeviceState, { saidAt }: Heard): boolean =>
  reportReceivedAt !== null && saidAt !== null && saidAt.getTime() - reportReceivedAt.getTime() > CLOCK_ERROR_MS;

const isNewestGone = ({ earlierSince, heartbeatSec }: DeviceState, { receivedAt }: Heard): boolean =>
  earlierSince !== null &&
  receivedAt.getTime() - earlierSince.getTime() >=
    EARLIER_REPORTS_MS + silence.missedHeartbeats * heartbeatSec * SECOND_MS;

/** The counter and the clock of a report that is folded as the newest. */
const counted = (state: DeviceState, report: { boot: number; seq: number }, count: Count, heard: Heard) => ({
  boot: report.boot,
  seq: report.seq,
  reportReceivedAt: heard.receivedAt,
  earlierSince: null,
  counterResetAt: count === 'reset' ? resetTimeOf(heard) : state.counterResetAt,
  // A phone has no heartbeats of its own. The server stamps them with a credible time (decision 030).
  ...(isPhone(state.serial) ? null : clockOf(state, heard)),
});

/** By the device's clock when that is behind, because the clock of its next reports is behind too. */
const resetTimeOf = ({ receivedAt, saidAt }: Heard): Date =>
  saidAt !== null && saidAt < receivedAt ? saidAt : receivedAt;

/** Wrong since the first of the messages without a credible time, until a message has such a time. */
function clockOf(state: DeviceState, { receivedAt, saidAt, ts }: Heard) {
  if (saidAt !== null) return { clockWrongSince: null, clockOffSec: null };
  const clockOffSec = ts === 0 ? null : Math.round((ts - receivedAt.getTime()) / SECOND_MS);
  return { clockWrongSince: state.clockWrongSince ?? receivedAt, clockOffSec };
}

function lateReport(state: DeviceState, { receivedAt }: Heard): DeviceState {
  return { ...applyLateMessage(state, receivedAt), earlierSince: state.earlierSince ?? receivedAt };
}

/**
 * Any message marks the device online and ends sleeping or offline. A message from before the newest report or before
 * the disconnect can be stored late, and wakes no device.
 */
export function applyMessage(state: DeviceState, said: { boot: number; seq: number }, heard: Heard): DeviceState {
  const at = heard.receivedAt;
  const isLate = isOlder(state, said);
  // The counter of a phone is its clock, so its positions count in the order of arrival.
  const hasNewClock = !isLate || isPhone(state.serial);
  const next = hasNewClock ? { ...state, ...clockOf(state, heard) } : state;
  return isLate || isOver(state, at) ? applyLateMessage(next, at) : applyContact(next, at);
}

function applyContact(state: DeviceState, at: Date): DeviceState {
  const isBack = state.reported === null || state.reported === 'offline' || state.reported === 'sleeping';
  return awake({ ...state, reported: isBack ? 'online' : state.reported }, at);
}

export function applyHeartbeat(state: DeviceState, beat: HeartbeatMessage, heard: Heard): DeviceState {
  const count = countOf(state, beat, heard);
  if (count === 'earlier') return lateReport(state, heard);
  const at = heard.receivedAt;
  const isLate = isOver(state, at);
  const next: DeviceState = {
    ...state,
    ...counted(state, beat, count, heard),
    reported: isLate ? state.reported : beat.status,
    heartbeatSec: beat.intervalSec,
    networkType: beat.networkType === undefined ? state.networkType : beat.networkType,
    batteryPct: wholePercent(beat.batteryPct) ?? state.batteryPct,
    signalPct: wholePercent(beat.signalPct) ?? state.signalPct,
    configApplied: beat.configApplied ?? state.configApplied,
    sleepModeEnabled: beat.sleepModeEnabled ?? state.sleepModeEnabled,
    liveGpsEnabled: beat.liveGps?.enabled ?? state.liveGpsEnabled,
    hubLinked: beat.hubLinked ?? state.hubLinked,
    externalPower: beat.externalPower ?? state.externalPower,
    tampered: beat.tampered ?? state.tampered,
    firmware: beat.firmware ?? state.firmware,
    lastError: beat.lastError === undefined ? state.lastError : storedError(beat.lastError),
  };
  return isLate ? applyLateMessage(next, at) : awake(next, at);
}

export const nothingReported: Report = { batteryPct: null, externalPower: null, tampered: null };

/** Returns the values of a heartbeat, unless a newer report exists. `state` is the state before the heartbeat. */
export function reportOf(state: DeviceState, beat: HeartbeatMessage, heard: Heard): Report {
  const count = countOf(state, beat, heard);
  if (count === 'earlier') return nothingReported;
  const { counterResetAt } = counted(state, beat, count, heard);
  const saidAfter = heard.saidAt === null ? counterResetAt : new Date(heard.saidAt.getTime() - CLOCK_ERROR_MS);
  const said = <Value>(value: Value | undefined): Said<Value> | null =>
    value === undefined ? null : { value, boot: beat.boot, ts: beat.ts, saidAfter };
  return {
    batteryPct: said(wholePercent(beat.batteryPct)),
    externalPower: said(beat.externalPower),
    tampered: said(beat.tampered),
  };
}

/** Merges two reports of the same batch. */
export const withNewer = (older: Report, newer: Report): Report => ({
  batteryPct: newer.batteryPct ?? older.batteryPct,
  externalPower: newer.externalPower ?? older.externalPower,
  tampered: newer.tampered ?? older.tampered,
});

/** Pages, alerts and guards use the same number. Rounding up would show 20 % for a battery that counts as below 20 %. */
const wholePercent = (level: number | undefined): number | undefined =>
  level === undefined ? undefined : Math.floor(level);

/** T55: everyone with access sees the device's last error, also without a grant for positions. */
const storedError = (text: string | null): string | null => (text === null ? null : redacted(text));

/** A status without `seq` leaves the counter unchanged. The boot alone would hide the next reports of that boot. */
export function applyStatus(state: DeviceState, report: StatusMessage, heard: Heard): DeviceState {
  const counter = report.seq === undefined ? null : { boot: report.boot, seq: report.seq };
  const count = counter === null ? null : countOf(state, counter, heard);
  if (count === 'earlier') return lateReport(state, heard);
  const at = heard.receivedAt;
  const isLate = isOver(state, at) && report.status !== 'sleeping';
  const next: DeviceState = {
    ...state,
    ...(counter === null || count === null ? {} : counted(state, counter, count, heard)),
    reported: isLate ? state.reported : report.status,
    lastError: report.lastError === undefined ? state.lastError : storedError(report.lastError),
  };
  if (isLate) return applyLateMessage(next, at);
  if (report.status !== 'sleeping') return awake(next, at);
  const wakeInSec = report.wakeInSec ?? state.heartbeatSec;
  const wakesAt = new Date(at.getTime() + wakeInSec * 1_000);
  return { ...next, heardAt: latest(state.heardAt, at), sleepsUntil: wakesAt, silentAt: sleepsUntil(at, wakeInSec) };
}

/** A new connection; a device that was believed to sleep or to be away has woken. */
export function applyConnected(state: DeviceState, connectionNo: number, at: Date): DeviceState {
  if (connectionNo < state.connectionNo) return state;
  return { ...applyContact(state, at), connected: true, connectionNo };
}

/**
 * Applies the end of a connection, which is stale when a newer connection or a later report is known: behind a broker,
 * the will of the old connection and a report over the new one can reach different processes. `will` is the device's last will.
 * Without a will, a device that announced sleep stays sleeping, and a lost device is offline.
 */
export function applyDisconnected(
  state: DeviceState,
  end: { connectionNo: number; isOurDoing: boolean; will: StatusMessage | null; at: Date },
): DeviceState {
  if (end.connectionNo < state.connectionNo) return state;
  if (state.reportReceivedAt !== null && state.reportReceivedAt > end.at) return state;
  const ended = { ...state, connected: false };
  if (end.isOurDoing || state.reported === 'sleeping') return ended;
  return { ...ended, reported: end.will?.status ?? 'offline', silentAt: end.at };
}

function awake(state: DeviceState, at: Date): DeviceState {
  const heardAt = latest(state.heardAt, at);
  return { ...state, heardAt, sleepsUntil: null, silentAt: silentAfter(heardAt, state.heartbeatSec, state.hubLinked) };
}

/**
 * Returns whether the connection had already ended when this message arrived. The message is then older than the
 * disconnect.
 */
const isOver = (state: DeviceState, at: Date): boolean =>
  !state.connected && state.reported === 'offline' && state.silentAt !== null && at <= state.silentAt;

/** A late report proves only that the device was connected. */
function applyLateMessage(state: DeviceState, at: Date): DeviceState {
  return state.reported === 'sleeping' || state.reported === 'offline'
    ? { ...state, heardAt: latest(state.heardAt, at) }
    : awake(state, at);
}

const isOlder = (state: DeviceState, report: { boot: number; seq: number }): boolean =>
  report.boot < state.boot || (report.boot === state.boot && report.seq <= state.seq);

const latest = (known: Date | null, at: Date): Date => (known !== null && known > at ? known : at);
