import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { PublishedRelease } from '../releases/firmware.releases.port.ts';
import { compareVersions, isVersion } from '../releases/firmware.versions.rules.ts';
import {
  countMembers,
  findLastDeviceId,
  insertMembers,
  listVersions,
  type Membership,
  type MemberRange,
} from './firmware.members.store.ts';
import type { RolloutRow } from './firmware.rollouts.store.ts';

/** Devices per statement, so that each one is short in a fleet of a million. */
const DEVICES_PER_STATEMENT = 50_000;
const MOST_DEVICES = 2_147_483_647;

export const everyDevice: MemberRange = { fromId: 0, toId: MOST_DEVICES, serials: null };

export type Members = ReturnType<typeof createMembers>;

/** Finds the devices of a rollout. */
export function createMembers({ clock, database }: { clock: Clock; database: Database }) {
  const membershipOf = async (
    executor: Executor,
    { id, rings }: Pick<RolloutRow, 'id' | 'rings'>,
    release: PublishedRelease,
    deviceId: number | null = null,
  ): Promise<Membership> => {
    const versions = await listVersions(executor, release.model, deviceId);
    return {
      ...release,
      rolloutId: id,
      notOlder: versions.filter((version) => isVersion(version) && compareVersions(version, release.version) >= 0),
      rings,
    };
  };

  /** Runs once per part of the fleet. */
  const forEachRange = async (run: (range: MemberRange) => Promise<unknown>): Promise<void> => {
    const last = await findLastDeviceId(database.sql);
    for (let fromId = 0; fromId <= last; fromId += DEVICES_PER_STATEMENT)
      await run({ fromId, toId: fromId + DEVICES_PER_STATEMENT - 1, serials: null });
  };

  return {
    membershipOf,

    /** The members of each ring: of all devices, or of the chosen ones. */
    async count(membership: Membership, serials: readonly string[] | null): Promise<number[]> {
      const totals = membership.rings.map(() => 0);
      const add = async (range: MemberRange): Promise<void> => {
        for (const { ring, count } of await countMembers(database.sql, membership, range)) totals[ring - 1]! += count;
      };
      await (serials === null ? forEachRange(add) : add({ ...everyDevice, serials }));
      return totals;
    },

    /** Adds the members of the open rings that have no update yet: all of a new ring, later the late joiners. */
    async joinAll(rollout: RolloutRow, release: PublishedRelease): Promise<void> {
      const membership = await membershipOf(database.sql, rollout, release);
      await forEachRange((range) =>
        insertMembers(database.sql, membership, range, { ring: rollout.ring, now: clock.now() }),
      );
    },

    /** As `joinAll`, for a device that asks before it was looked for. */
    async joinOne(rollout: RolloutRow, release: PublishedRelease, deviceId: number): Promise<void> {
      const range = { fromId: deviceId, toId: deviceId, serials: null };
      const membership = await membershipOf(database.sql, rollout, release, deviceId);
      await insertMembers(database.sql, membership, range, { ring: rollout.ring, now: clock.now() });
    },
  };
}
