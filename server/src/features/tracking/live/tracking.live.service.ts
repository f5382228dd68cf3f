import { randomUUID } from 'node:crypto';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';
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
  deleteLeasesOf,
  holdLiveMode,
  listFollowed,
  renewLease,
  saveAskedAt,
  saveDeviceLease,
  saveLease,
  saveLocatedAt,
  takeAbandoned,
  type FollowedDevice,
} from './tracking.lease.store.ts';
import type { LiveTrackingPort } from '../tracking.port.ts';
import type { TrackingPermission } from '../tracking.permission.service.ts';
import { mayFollow } from '../tracking.policy.ts';

/** A device whose lease ends sooner than this is asked to go on. */
const RENEW_BEFORE_MS = 45 * SECOND_MS;
/** A device is asked every 10 s. The check runs every 5 s, sometimes slightly early. */
const ASK_AGAIN_MS = trackingRules.intervalMs - SECOND_MS;
/** A followed device that sends no position for this long is asked for its location (LIVE-11). */
const QUIET_MS = 12 * SECOND_MS;
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

export function createLiveTracking({
  database,
  clock,
  devices,
  subscription,
  commands,
  access,
  permission,
  storeAnswer,
}: LiveDependencies): LiveTracking {
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Returns the end of a viewer's lease, which is no later than the end of the grant. */
  const leaseUntil = ({ until }: Sight): Date => {
    const usual = inMs(trackingRules.viewerLeaseMs);
    return until !== null && until < usual ? until : usual;
  };

  const followed = (): Promise<FollowedDevice[]> => listFollowed(database.sql, inMs(-POSITIONS_SINCE_MS));

  const askToGoLive = async (
    executor: Executor,
    device: { id: number; serial: string },
    sentBy: string | null,
  ): Promise<string> => {
    const requestId = randomUUID();
    const parameters = { ...trackingRules.enableCommand, leaseSec: deviceProtocol.liveLeaseSec };
    await commands.issue(executor, {
      requestId,
      device,
      command: 'enableLiveGps',
      parameters,
      purpose: 'live',
      sentBy,
      expiresAt: inMs(trackingRules.enableWaitMs),
    });
    await saveAskedAt(executor, device.id, clock.now());
    return requestId;
  };

  const letGo = async (): Promise<void> => {
    await database.transaction(async (tx) => {
      for (const { deviceId: id, serial } of await takeAbandoned(tx)) {
        const device = { id, serial };
        await commands.issue(tx, {
          requestId: randomUUID(),
          device,
          command: 'disableLiveGps',
          parameters: {},
          purpose: 'live',
          sentBy: null,
          expiresAt: inMs(deviceProtocol.liveLeaseSec * SECOND_MS),
        });
      }
    });
  };

  /** Deletes the leases of followers who have lost the right to follow. */
  const endWithoutRight = async (followed: readonly FollowedDevice[]): Promise<void> => {
    const accountIds = [...new Set(followed.flatMap((device) => device.accountIds))];
    if (accountIds.length === 0) return;
    const deviceIds = followed.map((device) => device.deviceId);
    const [premium, relations, grants] = await Promise.all([
      subscription.premiumAccounts(accountIds),
      devices.relationsOf(deviceIds, accountIds),
      access.liveGrants({ accountIds, deviceIds }),
    ]);
    const granted = new Set(grants.map((grant) => `${grant.deviceId} ${grant.accountId}`));
    const allowed = new Set(
      relations
        .filter(({ relation, deviceId, accountId }) => {
          const of = { isPremium: premium.has(accountId), hasGrant: granted.has(`${deviceId} ${accountId}`) };
          return mayFollow(relation, of) === 'allowed';
        })
        .map((pair) => `${pair.deviceId} ${pair.accountId}`),
    );
    const ended = followed
      .flatMap(({ deviceId, accountIds: followers }) => followers.map((accountId) => ({ deviceId, accountId })))
      .filter((pair) => !allowed.has(`${pair.deviceId} ${pair.accountId}`));
    if (ended.length > 0) await deleteLeasesOf(database.sql, ended);
  };

  const goOn = async (followed: FollowedDevice): Promise<void> => {
    const now = clock.now().getTime();
    const device = { id: followed.deviceId, serial: followed.serial };
    const wasJustAsked = followed.askedAt !== null && now - followed.askedAt.getTime() < ASK_AGAIN_MS;
    if (wasJustAsked) return;
    const endsSoon = followed.deviceLeaseUntil === null || followed.deviceLeaseUntil.getTime() - now < RENEW_BEFORE_MS;
    const isQuiet = !isPushing(followed, now);
    if (!endsSoon && !isQuiet) return;
    await database.transaction(async (tx) => {
      if (endsSoon) await askToGoLive(tx, device, null);
      if (!isQuiet) return;
      await commands.issue(tx, {
        requestId: randomUUID(),
        device,
        command: 'getLocation',
        parameters: { ...trackingRules.locateCommand },
        purpose: 'live',
        sentBy: null,
        expiresAt: inMs(trackingRules.locateCommand.timeout),
      });
      await saveAskedAt(tx, device.id, clock.now());
    });
  };

  return {
    async start(actor, origin, serial, viewerId, signal) {
      const { device: asked } = await permission.followable(actor, serial);
      const viewer = { deviceId: asked.id, viewerId, accountId: actor.accountId };
      const requestId = await database.transaction(async (tx) => {
        const { device, sight } = await permission.holdFollowable(tx, actor, serial);
        const lease = { ...viewer, deviceId: device.id, expiresAt: leaseUntil(sight) };
        if (!(await saveLease(tx, lease))) throw new Refusal('not_found', devicesTexts.notFound);
        await record(tx, 'tracking.start', actor, origin, serial);
        const { deviceLeaseUntil } = await holdLiveMode(tx, device);
        const isOn = deviceLeaseUntil !== null && deviceLeaseUntil > clock.now();
        return isOn ? null : askToGoLive(tx, device, actor.accountId);
      });
      if (requestId === null) return { outcome: 'tracking', wasOn: true, intervalMs: trackingRules.intervalMs };
      const finished = await commands.whenFinished(requestId, signal);
      if (finished?.state === 'answered')
        return { outcome: 'tracking', wasOn: false, intervalMs: trackingRules.intervalMs };
      await deleteLease(database.sql, viewer);
      await letGo();
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
      await letGo();
    },

    async keepLive() {
      await deleteExpiredLeases(database.sql, clock.now());
      await endWithoutRight(await followed());
      await letGo();
      for (const device of await followed()) await goOn(device);
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

/** Whether positions come without being asked for. */
function isPushing({ positionAt, locatedAt }: FollowedDevice, now: number): boolean {
  if (positionAt === null || now - positionAt.getTime() > QUIET_MS) return false;
  return locatedAt === null || positionAt > locatedAt;
}
