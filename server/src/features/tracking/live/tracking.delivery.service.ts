import type { Position } from '@trace/contract/tracking/tracking.schema';
import { positionEvent } from '@trace/contract/tracking/tracking.stream';
import type { DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort, NewView } from '#features/location-access/location-access.port';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { Streams } from '#platform/stream/streams';
import type { Viewers } from './tracking.viewers.service.ts';

/** A stored position on its way to the viewers of the device. */
export interface StoredPosition {
  deviceId: number;
  at: Date;
  present(): Position;
}

export type Delivery = ReturnType<typeof createDelivery>;

export interface DeliveryDependencies {
  database: Database;
  log: Log;
  streams: Streams;
  viewers: Viewers;
  devices: Pick<DevicesPort, 'relationsOf'>;
  access: LocationAccessPort;
}

interface Waiting {
  view: NewView;
  position: Position;
}

/**
 * The device's own user gets a position at once. Other people get the position after the access log entry is written.
 * That write also decides, by the database's clock, whether the grant still runs: per position, not per stream (law 8).
 */
export function createDelivery({ database, log, streams, viewers, devices, access }: DeliveryDependencies) {
  let turn = Promise.resolve();

  const push = (accountIds: readonly string[], deviceId: number, position: Position): void =>
    streams.push(positionEvent, accountIds, String(deviceId), position);

  const mayGet = (deviceId: number, position: Position): Set<string> =>
    new Set(viewers.of(deviceId, new Date(position.at)).map(({ accountId }) => accountId));

  /**
   * Keeps the views whose right is valid at this moment, because the list of viewers is recomputed only every half
   * second: the grant still runs, or the device of the installer still has no user (T23).
   */
  const stillAllowed = async (views: readonly NewView[]): Promise<NewView[]> => {
    const granted = views.filter(({ right }) => right === 'grant');
    const related = views.filter(({ right }) => right === 'installer_unassigned');
    const [grants, relations] = await Promise.all([
      granted.length === 0 ? [] : access.liveGrants(idsOf(granted)),
      related.length === 0 ? [] : devices.relationsOf(idsOf(related).deviceIds, idsOf(related).accountIds),
    ]);
    const live = new Set(grants.map(({ grantId }) => grantId));
    const without = relations.filter(({ relation }) => relation === 'installer_unassigned');
    const own = new Set(without.map(({ accountId, deviceId }) => `${accountId} ${deviceId}`));
    return views.filter(({ right, grantId, viewerId, deviceId }) =>
      right === 'grant' ? grantId !== null && live.has(grantId) : own.has(`${viewerId} ${deviceId}`),
    );
  };

  const handOver = async (waiting: readonly Waiting[]): Promise<void> => {
    const positionOf = new Map(waiting.map(({ view, position }) => [view, position]));
    try {
      const views = await access.recordViews(database.sql, await stillAllowed([...positionOf.keys()]));
      for (const view of views) {
        const position = positionOf.get(view)!;
        // Access may have ended while the access log entry was written.
        if (mayGet(view.deviceId, position).has(view.viewerId)) push([view.viewerId], view.deviceId, position);
      }
    } catch (error) {
      log.error({ err: error }, 'Writing the access log failed, positions withheld from viewers, pages reload them');
      streams.sendGapFrames(new Set(waiting.map(({ view }) => view.viewerId)));
    }
  };

  return {
    /** Pushes each position to the people who may see that position. */
    deliver(positions: readonly StoredPosition[]): void {
      const waiting: Waiting[] = [];
      for (const { deviceId, at, present } of positions) {
        const watching = viewers.of(deviceId, at).filter(({ accountId }) => streams.isOpenFor(accountId));
        if (watching.length === 0) continue;
        const position = present();
        const atOnce: string[] = [];
        for (const { accountId, view } of watching) {
          // Without a fix the message contains no position, only the fact that the device is searching (LIVE-05).
          if (view === null || !position.fix) atOnce.push(accountId);
          else waiting.push({ position, view: { ...view, viewerId: accountId, deviceId, what: 'live', positions: 1 } });
        }
        push(atOnce, deviceId, position);
      }
      if (waiting.length > 0) turn = turn.then(() => handOver(waiting));
    },
    /**
     * Returns the people who may get a position that another process sent. Access may have ended after that process
     * decided. The others get a gap frame after their next decision, because this process may also know a new access later.
     */
    admit(accountIds: readonly string[], key: string, position: Position): readonly string[] {
      const allowed = mayGet(Number(key), position);
      const withheld = accountIds.filter((accountId) => !allowed.has(accountId));
      if (withheld.length === 0) return accountIds;
      viewers.markLapsed(withheld);
      return accountIds.filter((accountId) => allowed.has(accountId));
    },
  };
}

const idsOf = (views: readonly NewView[]): { accountIds: string[]; deviceIds: number[] } => ({
  accountIds: [...new Set(views.map(({ viewerId }) => viewerId))],
  deviceIds: [...new Set(views.map(({ deviceId }) => deviceId))],
});
