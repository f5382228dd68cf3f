import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { isPhone } from '@trace/contract/kernel/serial';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { DeviceCommandsPort, FinishedCommand } from '#features/device-commands/device-commands.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort, Sight } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import {
  deleteExpiredLeases,
  deleteLease,
  lockLiveMode,
  listFollowed,
  renewLease,
  saveDeviceLease,
  saveLease,
  saveLocatedAt,
  type FollowedDevice,
} from './tracking.lease.store.ts';
import { createEndWithoutRight } from './tracking.lease-rights.service.ts';
import { createLiveMode } from './tracking.live-mode.service.ts';
import type { LiveTrackingPort } from '../tracking.port.ts';
import type { TrackingPermission } from '../tracking.permission.service.ts';

/** A device whose clock is further behind counts as quiet, and is asked. */
const POSITIONS_SINCE_MS = DAY_MS;

export interface LiveTracking extends LiveTrackingPort {
  renew(actor: Actor, serial: string, viewerId: string): Promise<boolean>;
  /**
   * Processes all leases: deletes expired and unauthorised leases, keeps followed devices in live mode, and releases
   * the others.
   */
  keepLive(): Promise<void>;
  /** Hears how a command of live tracking ended, in the transaction of that end. */
  settle(executor: Executor, finished: FinishedCommand): Promise<void | (() => void)>;
}

export interface LiveDependencies {
  database: Database;
  clock: Clock;
  devices: DevicesPort;
  subscription: SubscriptionPort;
  commands: DeviceCommandsPort;
  access: LocationAccessPort;
  permission: TrackingPermission;
  /** Stores the position from a device's answer to a location request. */
  storeAnswer(executor: Executor, finished: FinishedCommand): Promise<void | (() => void)>;
}

export function createLiveTracking(dependencies: LiveDependencies): LiveTracking {
  const { database, clock, commands, permission, storeAnswer } = dependencies;
  const liveMode = createLiveMode(dependencies);
  const endWithoutRight = createEndWithoutRight(dependencies);

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Returns the end of a viewer's lease, which is no later than the end of the grant. */
  const leaseUntil = ({ until }: Sight): Date => {
    const usual = inMs(trackingRules.viewerLeaseMs);
    return until !== null && until < usual ? until : usual;
  };

  return {
    async start(actor, origin, serial, viewerId, signal) {
      const { device: asked } = await permission.followable(actor, serial);
      const viewer = { deviceId: asked.id, viewerId, accountId: actor.accountId };
      const requestId = await database.transaction(async (tx) => {
        const { device, sight } = await permission.lockFollowable(tx, actor, serial);
        const lease = { ...viewer, deviceId: device.id, expiresAt: leaseUntil(sight) };
        if (!(await saveLease(tx, lease))) throw new Refusal('not_found', devicesTexts.notFound);
        await record(tx, 'tracking.start', actor, origin, serial);
        const { deviceLeaseUntil } = await lockLiveMode(tx, device);
        const isOn = deviceLeaseUntil !== null && deviceLeaseUntil > clock.now();
        // A phone reports at its own pace, so following it begins at once.
        return isOn || isPhone(serial) ? null : liveMode.enable(tx, device, actor.accountId);
      });
      if (requestId === null) return { outcome: 'tracking', wasOn: true, intervalMs: trackingRules.intervalMs };
      const finished = await commands.whenFinished(requestId, signal);
      if (finished?.state === 'answered')
        return { outcome: 'tracking', wasOn: false, intervalMs: trackingRules.intervalMs };
      await deleteLease(database.sql, viewer);
      await liveMode.release();
      return { outcome: 'failed', message: finished?.result?.error ?? finished?.result?.message ?? null };
    },

    async renew(actor, serial, viewerId) {
      const { device, sight } = await permission.followable(actor, serial);
      return renewLease(database.sql, {
        deviceId: device.id,
        viewerId,
        accountId: actor.accountId,
        expiresAt: leaseUntil(sight),
      });
    },

    async stop(actor, origin, serial, viewerId) {
      const { device } = await permission.followable(actor, serial);
      await database.transaction(async (tx) => {
        const isEnded = await deleteLease(tx, { deviceId: device.id, viewerId, accountId: actor.accountId });
        if (isEnded) await record(tx, 'tracking.stop', actor, origin, serial);
      });
      await liveMode.release();
    },

    async keepLive() {
      await deleteExpiredLeases(database.sql, clock.now());
      const followed = (): Promise<FollowedDevice[]> => listFollowed(database.sql, inMs(-POSITIONS_SINCE_MS));
      await endWithoutRight(await followed());
      await liveMode.release();
      for (const device of await followed()) await liveMode.keepUp(device);
    },

    async settle(executor, finished) {
      if (finished.state !== 'answered') return undefined;
      if (finished.command === 'enableLiveGps') {
        const until = new Date(finished.finishedAt.getTime() + deviceProtocol.liveLeaseSec * SECOND_MS);
        await saveDeviceLease(executor, finished.deviceId, until);
      }
      if (finished.command !== 'getLocation') return undefined;
      await saveLocatedAt(executor, finished.deviceId, finished.finishedAt);
      return storeAnswer(executor, finished);
    },
  };
}

function record(executor: Executor, action: string, actor: Actor, origin: CallOrigin, serial: string): Promise<void> {
  return recordAudit(executor, {
    actorId: actor.accountId,
    action,
    subject: { type: 'device', id: serial },
    details: {},
    ...origin,
  });
}
