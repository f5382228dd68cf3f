import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import type { HeartbeatMessage, StatusMessage } from '@trace/contract/device-protocol/messages';
import { silentAfter, silence, sleepsUntil } from '@trace/contract/device-status/device-status.rules';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Report, Said } from './device-status.port.ts';

/** What is known of one device: a row of device_status. */
export interface DeviceState {
  deviceId: number;
  serial: string;
  /** Of the newest report; an older one changes nothing but when the device was heard. */
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
  /** Null: it does not say. */
  externalPower: boolean | null;
  tampered: boolean | null;
  firmware: string | null;
  lastError: string | null;
}

/** A device of which nothing is known yet. */
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
});

/** The times of a message. `saidAt` is the device's own; null where that is not credible. */
export interface Heard {
  receivedAt: Date;
  saidAt: Date | null;
}

/** A credible clock may be this far ahead: a smaller difference between it and the server's proves no order. */
const CLOCK_ERROR_MS = deviceProtocol.newestAheadMs;
/** A backlog with an earlier boot is drained in less: an hour takes 18,000 messages at the allowed rate. */
const EARLIER_REPORTS_MS = HOUR_MS;

type Count = 'newer' | 'earlier' | 'reset';

/**
 * How a report's counter stands to the newest known one. A report that is behind it is a late repeat, with two exceptions.
 * Its clock shows that it was said after the newest report arrived, or only such reports came for an hour and two
 * heartbeats: then the device counts anew (decision 017).
 */
function countOf(state: DeviceState, report: { boot: number; seq: number }, heard: Heard): Count {
  if (!isOlder(state, report) && !isSaidBeforeReset(state, heard)) return 'newer';
  return isSaidLater(state, heard) || isNewestGone(state, heard) ? 'reset' : 'earlier';
}

/** The higher counter of a report from before the reset means nothing any more. */
const isSaidBeforeReset = ({ counterResetAt }: DeviceState, { saidAt }: Heard): boolean =>
  counterResetAt !== null && saidAt !== null && saidAt < counterResetAt;

const isSaidLater = ({ reportReceivedAt }: DeviceState, { saidAt }: Heard): boolean =>
  reportReceivedAt !== null && saidAt !== null && saidAt.getTime() - reportReceivedAt.getTime() > CLOCK_ERROR_MS;

const isNewestGone = ({ earlierSince, heartbeatSec }: DeviceState, { receivedAt }: Heard): boolean =>
  earlierSince !== null &&
  receivedAt.getTime() - earlierSince.getTime() >=
    EARLIER_REPORTS_MS + silence.missedHeartbeats * heartbeatSec * SECOND_MS;

/** The counter of a report that is folded as the newest. */
const counted = (state: DeviceState, report: { boot: number; seq: number }, count: Count, heard: Heard) => ({
  boot: report.boot,
  seq: report.seq,
  reportReceivedAt: heard.receivedAt,
  earlierSince: null,
  counterResetAt: count === 'reset' ? heard.receivedAt : state.counterResetAt,
});

function lateReport(state: DeviceState, { receivedAt }: Heard): DeviceState {
  return { ...applyLateMessage(state, receivedAt), earlierSince: state.earlierSince ?? receivedAt };
}

/**
 * It said something, whatever it was: it is there, and no longer asleep or offline. What it said before its newest
 * report, or before its connection ended, may be stored after that and wakes nobody.
 */
export function applyMessage(state: DeviceState, said: { boot: number; seq: number }, at: Date): DeviceState {
  return isOlder(state, said) || isOver(state, at) ? applyLateMessage(state, at) : applyContact(state, at);
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
    batteryPct: beat.batteryPct ?? state.batteryPct,
    signalPct: beat.signalPct ?? state.signalPct,
    configApplied: beat.configApplied ?? state.configApplied,
    sleepModeEnabled: beat.sleepModeEnabled ?? state.sleepModeEnabled,
    liveGpsEnabled: beat.liveGps?.enabled ?? state.liveGpsEnabled,
    hubLinked: beat.hubLinked ?? state.hubLinked,
    externalPower: beat.externalPower ?? state.externalPower,
    tampered: beat.tampered ?? state.tampered,
    firmware: beat.firmware ?? state.firmware,
    lastError: beat.lastError === undefined ? state.lastError : beat.lastError,
  };
  return isLate ? applyLateMessage(next, at) : awake(next, at);
}

export const nothingReported: Report = { batteryPct: null, externalPower: null, tampered: null };

/** What a heartbeat says that the device has not said since; `state` is how the device was before it. */
export function reportOf(state: DeviceState, beat: HeartbeatMessage, heard: Heard): Report {
  const count = countOf(state, beat, heard);
  if (count === 'earlier') return nothingReported;
  const { counterResetAt } = counted(state, beat, count, heard);
  const saidAfter = heard.saidAt === null ? counterResetAt : new Date(heard.saidAt.getTime() - CLOCK_ERROR_MS);
  const said = <Value>(value: Value | undefined): Said<Value> | null =>
    value === undefined ? null : { value, boot: beat.boot, ts: beat.ts, saidAfter };
  return {
    batteryPct: said(beat.batteryPct),
    externalPower: said(beat.externalPower),
    tampered: said(beat.tampered),
  };
}

/** Two reports of one batch. */
export const withNewer = (older: Report, newer: Report): Report => ({
  batteryPct: newer.batteryPct ?? older.batteryPct,
  externalPower: newer.externalPower ?? older.externalPower,
  tampered: newer.tampered ?? older.tampered,
});

/** A status without `seq` says nothing of the counter: its boot alone would hide the next reports of that boot. */
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
    lastError: report.lastError === undefined ? state.lastError : report.lastError,
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
 * The end of a connection; stale when a newer one is known. `will` is what the device left for this case; without one
 * a device that said goodbye by itself keeps what it said last (sleeping), and one that was lost is offline.
 */
export function applyDisconnected(
  state: DeviceState,
  end: { connectionNo: number; isOurDoing: boolean; will: StatusMessage | null; at: Date },
): DeviceState {
  if (end.connectionNo < state.connectionNo) return state;
  const ended = { ...state, connected: false };
  if (end.isOurDoing || state.reported === 'sleeping') return ended;
  return { ...ended, reported: end.will?.status ?? 'offline', silentAt: end.at };
}

function awake(state: DeviceState, at: Date): DeviceState {
  const heardAt = latest(state.heardAt, at);
  return { ...state, heardAt, sleepsUntil: null, silentAt: silentAfter(heardAt, state.heartbeatSec, state.hubLinked) };
}

/** Whether its connection had ended when this arrived: then it was said before, and the end is the newer news. */
const isOver = (state: DeviceState, at: Date): boolean =>
  !state.connected && state.reported === 'offline' && state.silentAt !== null && at <= state.silentAt;

/** A late report proves that the device was there, and nothing else. */
function applyLateMessage(state: DeviceState, at: Date): DeviceState {
  return state.reported === 'sleeping' || state.reported === 'offline'
    ? { ...state, heardAt: latest(state.heardAt, at) }
    : awake(state, at);
}

const isOlder = (state: DeviceState, report: { boot: number; seq: number }): boolean =>
  report.boot < state.boot || (report.boot === state.boot && report.seq <= state.seq);

const latest = (known: Date | null, at: Date): Date => (known !== null && known > at ? known : at);
