import { rolloutSettingsSchema } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { steeringTexts as texts } from '@trace/contract/firmware/staff/firmware.steering.texts';
import type { NotificationsPort } from '#features/notifications/notifications.port';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { isOverLimit } from './firmware.rings.rules.ts';
import { countRing, haltRollout, lockRollout, notifyLoadingEnded } from './firmware.rollouts.store.ts';

export type Halts = ReturnType<typeof createHalts>;

export interface HaltsDependencies {
  clock: Clock;
  log: Log;
  notifications: NotificationsPort;
}

/** Halts rollouts whose failures are beyond the limit. */
export function createHalts({ clock, log, notifications }: HaltsDependencies) {
  const checkRing = async (tx: Executor, rolloutId: string, ring: number): Promise<void> => {
    // Concurrent failures take this lock in turn, so the last count includes every failure.
    const rollout = await lockRollout(tx, rolloutId);
    // A device that has its image installs during a pause, and resuming must not repeat its failure elsewhere.
    if (rollout?.state !== 'running' && rollout?.state !== 'paused') return;
    const settings = rolloutSettingsSchema.parse(rollout.settings);
    const counts = await countRing(tx, rolloutId, ring);
    if (!isOverLimit(counts, settings)) return;
    const { failureLimitPct } = settings;
    const halt = {
      at: clock.now().toISOString(),
      ring,
      failed: counts.failed,
      finished: counts.failed + counts.done,
      failureLimitPct,
    };
    await haltRollout(tx, rolloutId, halt);
    await notifyLoadingEnded(tx, rollout.releaseId);
    await notifications.notifyStaff(tx, {
      title: texts.haltedTitle(rollout.version),
      message: texts.haltedMessage(halt.failed, halt.finished, ring, failureLimitPct),
      type: 'error',
    });
    log.warn(
      { alert: 'firmware_halted', rolloutId, ring, failed: counts.failed },
      'A rollout halted at its failure limit, its page in the support area shows the failures',
    );
    await recordAudit(tx, {
      actorId: null,
      action: 'firmware.halt',
      subject: { type: 'firmware_rollout', id: rolloutId },
      details: halt,
      requestId: null,
      address: null,
    });
  };

  return {
    /** Call in the transaction of the reports, after these failures are stored. */
    async check(tx: Executor, failures: readonly { rolloutId: string; ring: number }[]): Promise<void> {
      const rings = new Map(failures.map((failure) => [`${failure.rolloutId} ${failure.ring}`, failure]));
      for (const [, { rolloutId, ring }] of [...rings].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await checkRing(tx, rolloutId, ring);
    },
  };
}
