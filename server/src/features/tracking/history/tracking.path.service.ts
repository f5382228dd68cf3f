import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { pathRules } from '@trace/contract/tracking/tracking.path-markers.rules';
import { packPath } from '@trace/contract/tracking/tracking.path.rules';
import type { PackedPath, Position } from '@trace/contract/tracking/tracking.schema';
import type { LocationAccessPort, NewView } from '#features/location-access/location-access.port';
import type { PingPort } from '#features/ping/ping.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { listLeasedBy } from '../live/tracking.lease.store.ts';
import type { Followable, TrackingPermission } from '../tracking.permission.service.ts';
import { listReceivedSince } from '../ingest/tracking.position.store.ts';
import { mergePings } from './tracking.path.rules.ts';
import { readPathColumns } from './tracking.path.store.ts';
import { presentStored } from './tracking.present.rules.ts';

/**
 * A position is stored some time after receipt, later under load. The next poll reaches back this far and finds the
 * position then.
 */
const SETTLE_MS = trackingRules.settleMs;
/** Maximum positions in an answer for a gap. A page that missed more reloads the path. */
const GAP_LIMIT = 2_000;

export type TrackingReads = ReturnType<typeof createTrackingReads>;

export interface ReadsDependencies {
  database: Database;
  clock: Clock;
  ping: PingPort;
  access: LocationAccessPort;
  permission: TrackingPermission;
}

export function createTrackingReads({ database, clock, ping, access, permission }: ReadsDependencies) {
  /** Records the view before any position is handed over. Refuses if the grant has ended by now. */
  const writeDown = async (
    actor: Actor,
    { device, sight: { right, grantId } }: Followable,
    view: Pick<NewView, 'what' | 'positions' | 'viewing'>,
  ): Promise<void> => {
    if (right === null || view.positions === 0) return;
    const one = { viewerId: actor.accountId, deviceId: device.id, right, grantId, ...view };
    const written = await access.recordViews(database.sql, [one]);
    if (written.length === 0) throw new Refusal('grant_required', locationAccessTexts.grantRequired);
  };

  const viewingOf = async (actor: Actor, deviceId: number): Promise<string | null> => {
    const leased = await listLeasedBy(database.sql, [actor.accountId], clock.now());
    return leased.find((lease) => lease.deviceId === deviceId)?.viewerId ?? null;
  };

  return {
    async path(actor: Actor, serial: string): Promise<PackedPath> {
      const followable = await permission.followable(actor, serial);
      const { device, sight } = followable;
      const toAt = clock.now();
      const fromAt = later(new Date(toAt.getTime() - pathRules.windowMs), sight.from);
      const [positions, pings] = await Promise.all([
        readPathColumns(database.sql, device.id, fromAt, toAt, pathRules.mostPoints),
        ping.listPlaces({ id: device.id, from: sight.from }, { fromAt, toAt }),
      ]);
      const path = mergePings(positions, pings);
      await writeDown(actor, followable, { what: 'path', positions: path.at.length });
      return packPath({ serialNumber: serial, fromAt: fromAt.getTime(), toAt: toAt.getTime(), ...path });
    },

    async positionsSince(
      actor: Actor,
      serial: string,
      { receivedSince, known }: { receivedSince: number; known: readonly string[] },
    ): Promise<{ positions: Position[]; complete: boolean; asOf: number }> {
      const followable = await permission.followable(actor, serial);
      const { device, sight } = followable;
      const asOf = clock.now().getTime() - SETTLE_MS;
      // As the path: older positions are history, which needs another right.
      const measuredAt = later(new Date(clock.now().getTime() - pathRules.windowMs), sight.from);
      const receivedAt = later(new Date(receivedSince), measuredAt);
      const rows = await listReceivedSince(database.sql, device.id, { receivedAt, measuredAt }, GAP_LIMIT + 1);
      const has = new Set(known);
      const shown = rows
        .slice(0, GAP_LIMIT)
        .map((row) => presentStored(serial, row))
        .filter(({ id }) => !has.has(id));
      const viewing = sight.right === null ? null : await viewingOf(actor, device.id);
      await writeDown(actor, followable, { what: 'live', positions: shown.length, viewing });
      return { positions: shown, complete: rows.length <= GAP_LIMIT, asOf };
    },
  };
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
