import { randomUUID } from 'node:crypto';
import type { AnalyticsRun } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import { z } from 'zod';
import type { DeviceCountsPort } from '#features/devices/devices.port';
import type { LastPingPlace, PingPort } from '#features/ping/ping.port';
import type { ReportedPlacesPort } from '#features/tracking/tracking.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { defineJob, type JobRun, type Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { categoryOfNickname } from './analytics.categories.rules.ts';
import { countryAt } from './analytics.country.service.ts';
import {
  countDevices,
  deleteOldRuns,
  failStaleRuns,
  findNewestRun,
  finishRun,
  insertRun,
  listDeviceIdsAfter,
  saveDevices,
  saveProgress,
  type RunRow,
  type WorkedOutDevice,
} from './analytics.store.ts';

/** A batch takes well below a second, so that progress is seen and no lock is held for long. */
const BATCH = 1_000;
/** No batch takes as long. An open run without progress for this time belongs to a server that died. */
const STALE_AFTER_MS = 10 * MINUTE_MS;
const RUNS_KEPT_MS = 30 * DAY_MS;

const updateJob = defineJob('analytics.update', z.strictObject({ runId: z.uuid() }));

export interface UpdateDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  devices: DeviceCountsPort;
  ping: Pick<PingPort, 'listLastPlaces'>;
  places: ReportedPlacesPort;
}

export type UpdateService = ReturnType<typeof createUpdate>;

/** ANA-04: works out the country and the category of every device, in the background. */
export function createUpdate({ database, clock, log, jobs, devices, ping, places }: UpdateDependencies) {
  /** Opens a run and enqueues its job. Returns null while another run is open (T70). */
  const open = async (tx: Executor): Promise<RunRow | null> => {
    const at = clock.now();
    await failStaleRuns(tx, new Date(at.getTime() - STALE_AFTER_MS), at);
    await deleteOldRuns(tx, new Date(at.getTime() - RUNS_KEPT_MS));
    const run = await insertRun(tx, { id: randomUUID(), at, devicesTotal: await countDevices(tx) });
    if (run !== null) await jobs.enqueue(tx, updateJob, { runId: run.id }, { key: run.id });
    return run;
  };

  const workOut = async (deviceIds: readonly number[]): Promise<WorkedOutDevice[]> => {
    const from = new Date(clock.now().getTime() - retentionRules.locationActiveDays * DAY_MS);
    const spans = deviceIds.map((id) => ({ id, from }));
    const [nicknames, pinged, reported] = await Promise.all([
      devices.nicknamesOf(deviceIds),
      ping.listLastPlaces(spans),
      places.listReported(spans),
    ]);
    const newest = new Map<number, Omit<LastPingPlace, 'accuracyM'>>(pinged.map((place) => [place.deviceId, place]));
    for (const place of reported) {
      const known = newest.get(place.deviceId);
      if (known === undefined || place.at > known.at) newest.set(place.deviceId, place);
    }
    return deviceIds.map((deviceId) => {
      const place = newest.get(deviceId);
      return {
        deviceId,
        isPlaced: place !== undefined,
        country: place === undefined ? null : countryAt(place),
        category: categoryOfNickname(nicknames.get(deviceId) ?? null),
      };
    });
  };

  /** Works through the devices in batches. Stops when the run was ended meanwhile, or the server stops. */
  const work = async (runId: string, signal: AbortSignal): Promise<void> => {
    let done = 0;
    let ids = await listDeviceIdsAfter(database.sql, 0, BATCH);
    while (ids.length > 0) {
      signal.throwIfAborted();
      const batch = await workOut(ids);
      done += batch.length;
      const isOpen = await database.transaction(async (tx) => {
        await saveDevices(tx, batch);
        return saveProgress(tx, runId, done, clock.now());
      });
      if (!isOpen) return;
      ids = await listDeviceIdsAfter(database.sql, ids.at(-1)!, BATCH);
    }
    await finishRun(database.sql, runId, 'done', clock.now());
  };

  /** A failed run is told at once: the button starts the next one, and so does the next day. */
  const run = async (runId: string, { signal }: JobRun): Promise<void> => {
    try {
      await work(runId, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, runId }, 'Updating device analytics failed, the next run starts within a day');
      await finishRun(database.sql, runId, 'failed', clock.now());
    }
  };

  jobs.define(updateJob, ({ runId }, jobRun) => run(runId, jobRun), { concurrency: 1 });

  return {
    /** Starts a run for support staff. Refuses `conflict` while another run is open. */
    start: (actor: Actor, origin: CallOrigin): Promise<AnalyticsRun> =>
      database.transaction(async (tx) => {
        const opened = await open(tx);
        if (opened === null) throw new Refusal('conflict', texts.updateRuns);
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'analytics.update',
          subject: { type: 'analytics_run', id: opened.id },
          details: {},
          ...origin,
        });
        return presentRun(opened);
      }),

    /** Runs daily. Does nothing while a run of support staff is open. */
    async refresh(): Promise<void> {
      await database.transaction(open);
    },

    async newest(): Promise<AnalyticsRun | null> {
      const found = await findNewestRun(database.sql);
      return found && presentRun(found);
    },
  };
}

const presentRun = ({ startedAt, finishedAt, ...row }: RunRow): AnalyticsRun => ({
  ...row,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
