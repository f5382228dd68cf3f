import { rolloutSettingsSchema } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Releases } from '../releases/firmware.releases.port.ts';
import type { Guards } from '../rollouts/firmware.guards.service.ts';
import type { Members } from '../rollouts/firmware.members.service.ts';
import { findRollout, listActiveRollouts, LOADING_ENDED_CHANNEL } from '../rollouts/firmware.rollouts.store.ts';
import type { Offers } from './firmware.offers.service.ts';
import {
  findLoadable,
  findUpdateOfNumber,
  hasUpdate,
  listCandidatesOf,
  listLoadable,
  saveLooks,
  type OfferRow,
} from './firmware.offers.store.ts';
import type { ProgressService } from './firmware.progress.service.ts';
import { existsUpdate } from './firmware.progress.store.ts';
import { isKnownSelf } from './firmware.self.store.ts';
import type { DeviceSelf, DeviceUpdates, Offer } from './firmware.updates.port.ts';

export interface DeviceUpdatesDependencies {
  clock: Clock;
  database: Database;
  releases: Releases;
  guards: Guards;
  members: Members;
  offers: Offers;
  progress: ProgressService;
}

/** The updates of devices that ask over HTTP. */
export function createDeviceUpdates(dependencies: DeviceUpdatesDependencies) {
  const { clock, database, releases, guards, members, offers, progress } = dependencies;
  const onLoadingEnded = new Set<(releaseId: string) => void>();

  const takeSelf = async (deviceId: number, self: DeviceSelf): Promise<void> => {
    // Read from the database, because a device may have told another process of another version since its last poll.
    if (await isKnownSelf(database.sql, { ...self, deviceId })) return;
    await database.transaction((tx) => progress.takeSelves(tx, [{ ...self, deviceId, boot: null }]));
  };

  const offerOf = async (row: OfferRow | null): Promise<Offer | null> => {
    if (row === null) return null;
    const release = await releases.findPublished(database.sql, row.releaseId);
    if (release === null || release.expiresAt <= clock.now()) return null;
    return { updateId: row.id, number: row.number, state: row.state, release };
  };

  /** A device that joined lately, or was never looked for. */
  const join = async (deviceId: number): Promise<void> => {
    for (const rollout of await listActiveRollouts(database.sql)) {
      if (rollout.state !== 'running' || rollout.targetKind === 'devices') continue;
      if (await hasUpdate(database.sql, rollout.id, deviceId)) continue;
      const release = await releases.findPublished(database.sql, rollout.releaseId);
      if (release !== null) await members.joinOne(rollout, release, deviceId);
    }
  };

  const offerWaiting = async (deviceId: number): Promise<void> => {
    for (const candidate of await listCandidatesOf(database.sql, deviceId, clock.now())) {
      const rollout = (await findRollout(database.sql, candidate.rolloutId))!;
      const settings = rolloutSettingsSchema.parse(rollout.settings);
      const reason = (await guards.check([candidate], settings, true)).get(candidate.id);
      if (reason !== undefined) await saveLooks(database.sql, [{ id: candidate.id, reason }], clock.now());
      else if ((await offers.offer(rollout, [candidate], { byCommand: false })).length > 0) return;
    }
  };

  const port: DeviceUpdates = {
    async offerTo({ id }, self) {
      await takeSelf(id, self);
      const current = await findLoadable(database.sql, id, {});
      if (current !== null) return offerOf(current);
      await join(id);
      await offerWaiting(id);
      return offerOf(await findLoadable(database.sql, id, {}));
    },
    findOffer: async (deviceId, updateId) => offerOf(await findLoadable(database.sql, deviceId, { id: updateId })),
    findOfferByNumber: async (deviceId, number) => offerOf(await findLoadable(database.sql, deviceId, { number })),
    updateOfNumber: (deviceId, number) => findUpdateOfNumber(database.sql, deviceId, number),
    listLoadable: async (updateIds) => new Set(await listLoadable(database.sql, updateIds)),
    async report(deviceId, updateId, report) {
      if (!(await existsUpdate(database.sql, deviceId, updateId))) return false;
      const { version, ...said } = report;
      await database.transaction(async (tx) => {
        if (version !== null)
          await progress.takeSelves(tx, [{ deviceId, version, sequence: null, model: null, chip: null, boot: null }]);
        await progress.takeReports(tx, [{ ...said, deviceId, updateId, boot: null, seq: null }]);
      });
      return true;
    },
    onLoadingEnded: (run) => void onLoadingEnded.add(run),
  };

  return {
    port,
    /** Passes on that loading has ended, in this process or another. */
    listen: () =>
      database.listen(LOADING_ENDED_CHANNEL, (releaseId) => {
        for (const run of onLoadingEnded) run(releaseId);
      }),
  };
}
