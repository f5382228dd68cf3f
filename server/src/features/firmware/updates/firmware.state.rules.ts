import type { UpdateFailure, UpdateReportState } from '@trace/contract/device-protocol/updates';
import {
  finalFailures,
  firmwareRules,
  underWayStates,
  type FailureCode,
  type UpdateState,
  type WaitingReason,
} from '@trace/contract/firmware/firmware.rules';

/** How far the update of one device is. */
export interface Progress {
  readonly state: UpdateState;
  readonly progressPct: number | null;
  readonly waitingFor: WaitingReason | null;
  readonly failure: FailureCode | null;
  readonly detail: string | null;
  /** Offers so far. */
  readonly tries: number;
  readonly nextTryAt: Date | null;
  /** Since when the device runs the new version. */
  readonly returnedAt: Date | null;
  /** The boot count of the device at its report that it restarts, then at its return. Null: unknown. */
  readonly sinceBoot: number | null;
  /** The newest report over MQTT, by the device's own counters. */
  readonly reportBoot: number | null;
  readonly reportSeq: number | null;
  readonly changedAt: Date;
}

export interface Report {
  readonly state: UpdateReportState;
  readonly progressPct: number | null;
  readonly failure: UpdateFailure | null;
  readonly detail: string | null;
  /** Null: the report came over HTTP, which has no counters. */
  readonly boot: number | null;
  readonly seq: number | null;
}

const order: readonly UpdateState[] = ['waiting', ...underWayStates, 'done'];
const rank = (state: UpdateState): number => order.indexOf(state);

export const isUnderWay = (state: UpdateState): boolean => (underWayStates as readonly UpdateState[]).includes(state);

/** Moves only forward, and never out of a final state. Returns the same object when the report is no news. */
export function applyReport(update: Progress, report: Report, now: Date): Progress {
  if (isRepeat(update, report)) return update;
  const known = { ...update, reportBoot: report.boot ?? update.reportBoot, reportSeq: report.seq ?? update.reportSeq };
  if (report.state === 'failed')
    return isUnderWay(update.state) ? failed(known, report.failure ?? 'other', report.detail, now) : update;
  // The soak time decides when a device that reports `done` counts as updated.
  const state = report.state === 'done' ? 'verifying' : report.state;
  if (!mayBecome(update, state)) return update;
  if (state === update.state && (state !== 'downloading' || report.progressPct === update.progressPct)) return update;
  const next = { ...known, ...moved(state, now), progressPct: state === 'downloading' ? report.progressPct : 100 };
  if (state === 'verifying') return { ...next, sinceBoot: report.boot, returnedAt: update.returnedAt ?? now };
  return state === 'rebooting' ? { ...next, sinceBoot: report.boot } : next;
}

function isRepeat(update: Progress, { boot, seq }: Report): boolean {
  return boot !== null && seq !== null && boot === update.reportBoot && seq <= (update.reportSeq ?? -1);
}

/** A device with its image loaded still installs when the rollout was paused meanwhile. */
function mayBecome({ state, tries }: Progress, next: UpdateState): boolean {
  if (state === 'waiting') return tries > 0 && rank(next) >= rank('installing');
  return isUnderWay(state) && rank(next) >= rank(state);
}

const moved = (state: UpdateState, now: Date) => ({ state, waitingFor: null, nextTryAt: null, changedAt: now });

/** Ends the try. A passing failure is retried after a growing pause. */
function failed(update: Progress, failure: FailureCode, detail: string | null, now: Date): Progress {
  const pauseMs = finalFailures.includes(failure) ? undefined : firmwareRules.retryMs[update.tries - 1];
  const ended = { ...update, progressPct: null, failure, detail, returnedAt: null, sinceBoot: null };
  if (pauseMs === undefined) return { ...ended, ...moved('failed', now) };
  return {
    ...ended,
    state: 'waiting',
    waitingFor: 'retry_later',
    nextTryAt: new Date(now.getTime() + pauseMs),
    changedAt: now,
  };
}

/** The version that a device reports. */
export interface Running {
  readonly runsTarget: boolean;
  /** A release with a higher number. */
  readonly runsLater: boolean;
  /** Null: unknown. */
  readonly boot: number | null;
}

/**
 * A heartbeat proves the return, or that the old version runs again after a restart. A stored heartbeat from before the
 * restart is no proof.
 */
export function applyRunning(update: Progress, { runsTarget, runsLater, boot }: Running, now: Date): Progress {
  if (update.state === 'waiting' && runsLater) return { ...update, ...moved('cancelled', now) };
  if (update.state !== 'waiting' && !isUnderWay(update.state)) return update;
  if (runsTarget)
    return update.state === 'verifying'
      ? update
      : { ...update, ...moved('verifying', now), progressPct: 100, sinceBoot: boot, returnedAt: now };
  const hasRestarted = boot !== null && update.sinceBoot !== null && boot > update.sinceBoot;
  const isBack = update.state === 'rebooting' || update.state === 'verifying';
  return hasRestarted && isBack ? failed(update, 'went_back', null, now) : update;
}

export interface Patience {
  /** The soak time. */
  readonly confirmMs: number;
  readonly returnMs: number;
}

/** The contact with a device whose update is under way. */
export interface Presence {
  /** Sends its heartbeats as usual. Null: the device does not use MQTT. */
  readonly isHealthy: boolean | null;
  readonly runsTarget: boolean;
  /** The device sent a message after its report of the restart. */
  readonly wasHeard: boolean;
}

/** Changes by the passing of time alone. */
export function applyTime(update: Progress, presence: Presence, patience: Patience, now: Date): Progress {
  const sinceMs = now.getTime() - update.changedAt.getTime();
  switch (update.state) {
    case 'offered':
    case 'downloading':
    case 'installing':
      return sinceMs > firmwareRules.progressWithinMs ? failed(update, 'download_failed', null, now) : update;
    case 'rebooting':
      if (sinceMs <= patience.returnMs) return update;
      return failed(update, presence.wasHeard ? 'went_back' : 'did_not_return', null, now);
    case 'verifying':
      return verified(update, presence, patience, now);
    default:
      return update;
  }
}

function verified(update: Progress, presence: Presence, { confirmMs, returnMs }: Patience, now: Date): Progress {
  const soakedMs = now.getTime() - (update.returnedAt ?? update.changedAt).getTime();
  if (soakedMs < confirmMs) return update;
  if (!presence.runsTarget) return failed(update, 'went_back', null, now);
  if (presence.isHealthy !== false) return { ...update, ...moved('done', now), failure: null, detail: null };
  return soakedMs > confirmMs + returnMs ? failed(update, 'did_not_return', null, now) : update;
}
