import type { DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort, NewView, Sight } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { createGroupedCall } from '#platform/grouping/grouped-call';
import { mayFollow } from '../tracking.policy.ts';
import { listLeasedBy } from './tracking.lease.store.ts';

/** A person who gets a position pushed, and how the access log records the view. Null: the device's own user. */
export interface Viewer {
  accountId: string;
  view: Pick<NewView, 'right' | 'grantId' | 'viewing'> | null;
}

/** Decides who gets the positions of a device pushed. */
export type Viewers = ReturnType<typeof createViewers>;

/**
 * Lifetime of a decision. A decision that cannot be renewed (the database is down) expires here, so that lost access
 * ends.
 */
export const DECISION_LIVES_MS = 2_000;

type ViewedSight = Sight & { viewing: string | null };

interface Decision {
  /** The positions of each device that the person may see (laws 6 and 8), and the viewing. */
  devices: Map<number, ViewedSight>;
  decidedAt: number;
}

interface Seen {
  accountId: string;
  deviceId: number;
  sight: ViewedSight;
}

export interface ViewersDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  subscription: SubscriptionPort;
  access: LocationAccessPort;
}

export function createViewers(dependencies: ViewersDependencies) {
  const { clock } = dependencies;
  const decisions = new Map<string, Decision>();
  /** The time of the expired decision, by account. */
  const lapsed = new Map<string, number>();
  /** Devices forgotten while decisions are read. What was read may still contain the ended relation. */
  const readings = new Set<Set<number>>();
  let byDevice = new Map<number, string[]>();

  const index = (): void => {
    byDevice = new Map();
    for (const [accountId, { devices: seen }] of decisions) {
      for (const deviceId of seen.keys()) byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), accountId]);
    }
  };

  const decide = async (accountIds: readonly string[]): Promise<void> => {
    if (accountIds.length === 0) return;
    // Before the reading, so that a decision is never older than its age says.
    const decidedAt = clock.now().getTime();
    const forgotten = new Set<number>();
    readings.add(forgotten);
    try {
      const seen = await readSeen(dependencies, accountIds);
      for (const accountId of accountIds) decisions.set(accountId, { devices: new Map(), decidedAt });
      for (const { accountId, deviceId, sight } of seen) {
        if (forgotten.has(deviceId)) lapsed.set(accountId, decidedAt);
        else decisions.get(accountId)!.devices.set(deviceId, sight);
      }
    } finally {
      readings.delete(forgotten);
    }
  };

  const refreshOne = createGroupedCall(async (accountIds: readonly string[]) => {
    await decide([...new Set(accountIds)]);
    index();
    return accountIds.map(() => undefined);
  });

  return {
    /** Returns the people with an open stream who may see a position of this device that was measured at `at`. */
    of(deviceId: number, at: Date): readonly Viewer[] {
      const candidates = byDevice.get(deviceId);
      if (candidates === undefined) return [];
      const now = clock.now().getTime();
      return candidates.flatMap((accountId) => {
        const decision = decisions.get(accountId);
        if (decision === undefined) return [];
        if (now - decision.decidedAt >= DECISION_LIVES_MS) {
          lapsed.set(accountId, decision.decidedAt);
          return [];
        }
        const sight = decision.devices.get(deviceId);
        return sight === undefined || hasEnded(sight, now) || !isInSight(sight, at)
          ? []
          : [{ accountId, view: viewOf(sight) }];
      });
    },
    /** Decides anew for these people. A decision expires after two seconds unless renewed. */
    async refresh(accountIds: readonly string[]): Promise<void> {
      const open = new Set(accountIds);
      for (const accountId of decisions.keys()) if (!open.has(accountId)) decisions.delete(accountId);
      for (const accountId of lapsed.keys()) if (!open.has(accountId)) lapsed.delete(accountId);
      await decide(accountIds);
      index();
    },
    /**
     * Withholds the positions of a device until the next decision. Called when access to the device ended, so that the
     * former viewer gets none of the half second between two decisions (T23).
     */
    forget(deviceId: number): void {
      for (const forgotten of readings) forgotten.add(deviceId);
      for (const [accountId, decision] of decisions)
        if (decision.devices.delete(deviceId)) lapsed.set(accountId, decision.decidedAt);
      byDevice.delete(deviceId);
    },
    /** Names these people in `takeLapsed` after their next decision, because a position was withheld from them. */
    markLapsed(accountIds: readonly string[]): void {
      for (const accountId of accountIds) lapsed.set(accountId, decisions.get(accountId)?.decidedAt ?? 0);
    },
    /** Decides for people with a new stream. Decisions for streams that open at once are made together. */
    async refreshSome(accountIds: readonly string[]): Promise<void> {
      await Promise.all(accountIds.map(refreshOne));
    },
    /** Returns the people whose positions were withheld after a decision expired, and for whom a new decision exists. */
    takeLapsed(): string[] {
      const again = [...lapsed].filter(([id, decidedAt]) => (decisions.get(id)?.decidedAt ?? 0) > decidedAt);
      for (const [accountId] of again) lapsed.delete(accountId);
      return again.map(([accountId]) => accountId);
    },
  };
}

/** Reads which devices these people may follow now. */
async function readSeen(dependencies: ViewersDependencies, accountIds: readonly string[]): Promise<Seen[]> {
  const { database, clock, devices, subscription, access } = dependencies;
  const [assigned, leased, premium, grants] = await Promise.all([
    devices.assignedTo(accountIds),
    listLeasedBy(database.sql, accountIds, clock.now()),
    subscription.premiumAccounts(accountIds),
    access.liveGrants({ accountIds }),
  ]);
  const candidates = [...new Set([...assigned, ...leased].map((pair) => pair.deviceId))];
  const relations = await devices.relationsOf(candidates, accountIds);
  const wanted = new Map<string, string | null>(assigned.map((pair) => [keyOf(pair), null]));
  for (const lease of leased) wanted.set(keyOf(lease), lease.viewerId);
  const grantOf = new Map(grants.map((grant) => [keyOf(grant), grant]));
  return relations.flatMap((relation) => {
    const key = keyOf(relation);
    const viewing = wanted.get(key);
    const sight = viewing === undefined ? null : access.sightBy(relation, grantOf.get(key) ?? null);
    if (viewing === undefined || sight === null) return [];
    // `sightBy` has returned a sight, so a grant that the relation needs is running.
    const of = { isPremium: premium.has(relation.accountId), hasGrant: true };
    const isAllowed = mayFollow(relation.relation, of) === 'allowed';
    return isAllowed
      ? [{ accountId: relation.accountId, deviceId: relation.deviceId, sight: { ...sight, viewing } }]
      : [];
  });
}

const keyOf = ({ accountId, deviceId }: { accountId: string; deviceId: number }): string => `${accountId} ${deviceId}`;

const isInSight = ({ from, until }: Sight, at: Date): boolean => from <= at && (until === null || at <= until);

/** Whether the grant ended after the decision. The clock shows the database's time. */
const hasEnded = ({ until }: Sight, nowMs: number): boolean => until !== null && until.getTime() <= nowMs;

const viewOf = ({ right, grantId, viewing }: ViewedSight): Viewer['view'] =>
  right === null ? null : { right, grantId, viewing };
