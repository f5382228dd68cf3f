import { redacted } from '@trace/contract/device-protocol/redaction';
import { statusOf } from '@trace/contract/device-status/device-status.rules';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import type { Counter } from 'prom-client';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Halts } from '../rollouts/firmware.halts.service.ts';
import {
  listBoots,
  listSequences,
  lockDueUpdates,
  lockUpdatesOf,
  saveUpdates,
  type DueUpdate,
  type UpdateRow,
} from './firmware.progress.store.ts';
import { saveSelves, type SaidSelf } from './firmware.self.store.ts';
import {
  applyReport,
  applyRunning,
  applyTime,
  isUnderWay,
  type Patience,
  type Presence,
  type Progress,
  type Report,
} from './firmware.state.rules.ts';

/** A device that was heard within this time of its last report may have sent that before its restart. */
const BEFORE_RESTART_MS = 30_000;
const DUE_PER_ROUND = 500;

export interface DeviceReport extends Report {
  readonly deviceId: number;
  readonly updateId: string;
}

export interface DeviceRunning extends SaidSelf {
  /** Null: said over HTTP. */
  readonly boot: number | null;
}

interface BootedMessage {
  readonly deviceId: number;
  readonly message: { readonly boot: number };
}

export interface ProgressDependencies {
  clock: Clock;
  halts: Halts;
  patience: Patience;
  ended: Counter<'state'>;
  /** Publishes the updates of these devices to their people, in the transaction of the change. */
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

export type ProgressService = ReturnType<typeof createProgress>;

/** Moves updates on, in the transaction of the report. */
export function createProgress({ clock, halts, patience, ended, publish }: ProgressDependencies) {
  /** Saves, publishes, and halts the rollouts whose failure limit is passed. */
  const save = async (tx: Executor, before: readonly UpdateRow[], after: readonly UpdateRow[]): Promise<void> => {
    const changed = after.filter((update, index) => update !== before[index] && isFree(before[index]!, update, after));
    if (changed.length === 0) return;
    await saveUpdates(tx, changed);
    const failures = changed.filter(({ state }) => state === 'failed');
    await halts.check(tx, failures);
    await publish(
      tx,
      changed.map(({ deviceId }) => deviceId),
    );
    for (const { state } of changed) if (state === 'done' || state === 'failed') ended.inc({ state });
  };

  return {
    /** Idempotent. */
    async takeReports(tx: Executor, reports: readonly DeviceReport[]): Promise<void> {
      const now = clock.now();
      const before = await lockUpdatesOf(
        tx,
        reports.map(({ deviceId }) => deviceId),
      );
      const after = before.map((update) =>
        reports
          .filter(({ updateId, deviceId }) => updateId === update.id && deviceId === update.deviceId)
          .map((report) => ({ ...report, detail: report.detail === null ? null : redacted(report.detail) }))
          .reduce((known, report) => withChange(known, applyReport(known, report, now)), update),
      );
      await save(tx, before, after);
    },

    /** Leaves out heartbeats that were stored late, from before a restart (decision 017). */
    async withoutEarlierBoots<One extends BootedMessage>(tx: Executor, heartbeats: readonly One[]): Promise<One[]> {
      if (heartbeats.length === 0) return [];
      const deviceIds = heartbeats.map(({ deviceId }) => deviceId);
      const boots = new Map((await listBoots(tx, deviceIds)).map((row) => [row.deviceId, row.boot]));
      return heartbeats.filter(({ deviceId, message }) => boots.get(deviceId) === message.boot);
    },

    /** Stores the versions that devices run. A device may appear only once. */
    async takeSelves(tx: Executor, selves: readonly DeviceRunning[]): Promise<void> {
      if (selves.length === 0) return;
      const now = clock.now();
      const deviceIds = selves.map(({ deviceId }) => deviceId);
      await saveSelves(tx, selves, now);
      const before = await lockUpdatesOf(tx, deviceIds);
      if (before.length === 0) return;
      const sequences = new Map((await listSequences(tx, deviceIds)).map((row) => [row.deviceId, row.sequence]));
      const saidBy = new Map(selves.map((self) => [self.deviceId, self]));
      const after = before.map((update) => {
        const { version, sequence, boot } = saidBy.get(update.deviceId)!;
        if (version === null && sequence === null) return update;
        const running = {
          runsTarget: isTarget(update, version, sequence),
          runsLater: (sequences.get(update.deviceId) ?? 0) > update.targetSequence,
          boot,
        };
        return withChange(update, applyRunning(update, running, now));
      });
      await save(tx, before, after);
    },

    /** Applies the passing of time. Returns how many updates have changed. */
    async applyDue(tx: Executor): Promise<number> {
      const now = clock.now();
      const ago = (ms: number): Date => new Date(now.getTime() - ms);
      const before = await lockDueUpdates(tx, {
        changedBefore: ago(Math.min(patience.returnMs, firmwareRules.progressWithinMs)),
        returnedBefore: ago(patience.confirmMs),
        limit: DUE_PER_ROUND,
      });
      const after = before.map((update) =>
        withChange(update, applyTime(update, presenceOf(update, now), patience, now)),
      );
      await save(tx, before, after);
      return after.filter((update, index) => update !== before[index]).length;
    },
  };
}

/** An update that was taken back does not go on beside another one of its device. */
const isFree = (before: UpdateRow, { id, deviceId, state }: UpdateRow, all: readonly UpdateRow[]): boolean =>
  before.state !== 'waiting' ||
  !isUnderWay(state) ||
  !all.some((other) => other.id !== id && other.deviceId === deviceId && isUnderWay(other.state));

const isTarget = (
  { targetVersion, targetSequence }: UpdateRow,
  version: string | null,
  sequence: number | null,
): boolean => version === targetVersion || sequence === targetSequence;

const withChange = <One extends UpdateRow>(update: One, progress: Progress): One =>
  progress === update ? update : { ...update, ...progress };

function presenceOf(update: DueUpdate, now: Date): Presence {
  const { heardAt, offeredAt, reported, silentAt, changedAt } = update;
  const usesMqtt = heardAt !== null && offeredAt !== null && heardAt >= offeredAt;
  const status = statusOf({ heardAt, silentAt, reported, connected: true }, now);
  return {
    isHealthy: usesMqtt ? status !== 'offline' && status !== 'error' : null,
    runsTarget: isTarget(update, update.version, update.sequence),
    wasHeard: heardAt !== null && heardAt.getTime() > changedAt.getTime() + BEFORE_RESTART_MS,
  };
}
