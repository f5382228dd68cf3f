import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { pathRules } from '@trace/contract/tracking/tracking.rules';
import { packPath } from '@trace/contract/tracking/tracking.path.rules';
import type { PackedPath, Position } from '@trace/contract/tracking/tracking.schema';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { PingPort } from '#features/ping/ping.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { mayFollow } from './tracking.policy.ts';
import { listReceivedSince, readPathColumns } from './tracking.position.store.ts';
import { mergePings } from './tracking.path.rules.ts';
import { presentStored } from './tracking.present.rules.ts';

/** A position is received a moment before it is stored: the next question goes back so far, and finds it then. */
const SETTLE_MS = 5 * SECOND_MS;
/** Positions of one answer for a gap; a page that missed more loads the path anew. */
const GAP_LIMIT = 2_000;

export interface TrackingReads {
  /** The device, if this person may follow it; else the refusal that says why not. */
  followable(actor: Actor, serial: string): Promise<KnownDevice>;
  path(actor: Actor, serial: string): Promise<PackedPath>;
  positionsSince(
    actor: Actor,
    serial: string,
    receivedSinceMs: number,
  ): Promise<{ positions: Position[]; complete: boolean; asOf: number }>;
}

export interface ReadsDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  ping: PingPort;
  subscription: SubscriptionPort;
}

export function createTrackingReads({
  database,
  clock,
  devices,
  ping,
  subscription,
}: ReadsDependencies): TrackingReads {
  const followable: TrackingReads['followable'] = async (actor, serial) => {
    const device = await devices.findFor(actor.accountId, serial);
    if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
    const verdict = mayFollow(device.relation, await subscription.isPremium(actor.accountId));
    if (verdict === 'premium_required') throw new Refusal('premium_required', subscriptionTexts.premiumRequired);
    if (verdict === 'grant_required')
      throw new Refusal('grant_required', 'Ask the user of this device for access to its location.');
    return device;
  };

  return {
    followable,

    async path(actor, serial) {
      const device = await followable(actor, serial);
      const toAt = clock.now();
      const fromAt = later(new Date(toAt.getTime() - pathRules.windowMs), device.since);
      const [positions, pings] = await Promise.all([
        readPathColumns(database.sql, device.id, fromAt, toAt, pathRules.mostPoints),
        ping.listPlaces(device.id, fromAt, toAt),
      ]);
      const path = mergePings(positions, pings);
      return packPath({ serialNumber: serial, fromAt: fromAt.getTime(), toAt: toAt.getTime(), ...path });
    },

    async positionsSince(actor, serial, receivedSinceMs) {
      const device = await followable(actor, serial);
      const asOf = clock.now().getTime() - SETTLE_MS;
      const receivedAt = later(new Date(receivedSinceMs), device.since);
      const measuredAt = later(new Date(receivedAt.getTime() - DAY_MS), device.since);
      const rows = await listReceivedSince(database.sql, device.id, { receivedAt, measuredAt }, GAP_LIMIT + 1);
      return {
        positions: rows.slice(0, GAP_LIMIT).map((row) => presentStored(serial, row)),
        complete: rows.length <= GAP_LIMIT,
        asOf,
      };
    },
  };
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
