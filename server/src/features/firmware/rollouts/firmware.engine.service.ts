import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { Releases } from '../releases/firmware.releases.port.ts';
import type { Offers } from '../updates/firmware.offers.service.ts';
import { cancelReplaced, cancelWaiting, countUnderWay, takeBackOffers } from '../updates/firmware.offers.store.ts';
import type { ProgressService } from '../updates/firmware.progress.service.ts';
import type { Members } from './firmware.members.service.ts';
import { hasEnded, isRingDone } from './firmware.rings.rules.ts';
import {
  countRing,
  countRings,
  findRollout,
  listActiveRollouts,
  listStoppedRollouts,
  lockRollout,
  updateDone,
  updateJoined,
  updateRing,
  type RolloutRow,
} from './firmware.rollouts.store.ts';

/** How often late joiners are looked for. */
const JOIN_EVERY_MS = 5 * MINUTE_MS;

export interface EngineDependencies {
  clock: Clock;
  database: Database;
  log: Log;
  commands: Pick<DeviceCommandsPort, 'cancel'>;
  releases: Releases;
  members: Members;
  offers: Offers;
  progress: ProgressService;
  /** Takes updates back from devices in an emergency. */
  yieldToEmergencies(): Promise<void>;
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

export type Engine = ReturnType<typeof createEngine>;

/** Moves rollouts on: members, offers, timeouts, rings. Two processes that do this at once do no harm. */
export function createEngine(dependencies: EngineDependencies) {
  const { clock, database, log, commands, releases, members, offers, progress, publish } = dependencies;
  const { yieldToEmergencies } = dependencies;

  const takeBackBatch = async (): Promise<number> => {
    const taken = await database.transaction(async (tx) => {
      const offersBack = await takeBackOffers(tx, clock.now(), SWEEP_LIMIT);
      await publish(
        tx,
        offersBack.map(({ deviceId }) => deviceId),
      );
      return offersBack;
    });
    for (const { commandId } of taken) await commands.cancel(commandId);
    return taken.length;
  };

  const cancelBatch = (rolloutId: string): Promise<number> =>
    database.transaction(async (tx) => {
      const devices = await cancelWaiting(tx, rolloutId, clock.now(), SWEEP_LIMIT);
      await publish(tx, devices);
      return devices.length;
    });

  const repeat = async (batch: () => Promise<number>): Promise<void> => {
    while ((await batch()) === SWEEP_LIMIT);
  };

  /** A replaced device never asks again. Its update would wait for good, and keep a ring and the rollout open. */
  const cancelOfReplaced = (rolloutId: string): Promise<void> =>
    database.transaction(async (tx) => publish(tx, await cancelReplaced(tx, rolloutId, clock.now())));

  const join = async (rollout: RolloutRow): Promise<void> => {
    const { joinedAt, targetKind } = rollout;
    const isDue = joinedAt === null || clock.now().getTime() - joinedAt.getTime() >= JOIN_EVERY_MS;
    const release = isDue ? await releases.findPublished(database.sql, rollout.releaseId) : null;
    if (release === null) return;
    // Chosen devices have their updates from the start.
    if (targetKind !== 'devices') await members.joinAll(rollout, release);
    await cancelOfReplaced(rollout.id);
    await updateJoined(database.sql, rollout.id, rollout.ring, clock.now());
  };

  /** Opens the next ring, or ends the rollout. Returns whether a ring was opened. */
  const advance = (id: string): Promise<boolean> =>
    database.transaction(async (tx) => {
      const rollout = await lockRollout(tx, id);
      if (rollout?.state !== 'running' || rollout.joinedAt === null) return false;
      if (rollout.ring < rollout.rings.length) {
        if (!isRingDone(await countRing(tx, id, rollout.ring))) return false;
        await updateRing(tx, id, rollout.ring + 1);
        return true;
      }
      if (hasEnded(await countRings(tx, [id]))) await updateDone(tx, id, clock.now());
      return false;
    });

  const work = async (rollout: RolloutRow): Promise<void> => {
    await (rollout.state === 'running' ? join(rollout) : cancelOfReplaced(rollout.id));
    const capacity = firmwareRules.mostAtOnce - (await countUnderWay(database.sql, rollout.id));
    await offers.offerRound(rollout, capacity);
    if (rollout.state !== 'running' || !(await advance(rollout.id))) return;
    const next = await findRollout(database.sql, rollout.id);
    if (next?.state === 'running') await work(next);
  };

  /** A failure of one rollout does not stop the others. */
  const workAlone = async (rollout: RolloutRow): Promise<void> => {
    try {
      await work(rollout);
    } catch (error) {
      log.error({ err: error, rolloutId: rollout.id }, 'A round of a rollout failed, retrying in the next round');
    }
  };

  const takeBack = async (): Promise<void> => {
    await repeat(takeBackBatch);
    for (const id of await listStoppedRollouts(database.sql)) await repeat(() => cancelBatch(id));
  };

  return {
    /** Takes back what paused, halted and stopped rollouts have offered. */
    takeBack,
    async round(): Promise<void> {
      await takeBack();
      await yieldToEmergencies();
      await database.transaction((tx) => progress.applyDue(tx));
      for (const rollout of await listActiveRollouts(database.sql))
        if (rollout.state === 'running' || rollout.state === 'done') await workAlone(rollout);
    },
  };
}
