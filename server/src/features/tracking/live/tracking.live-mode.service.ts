import { randomUUID } from 'node:crypto';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import { isPhone } from '@trace/contract/kernel/serial';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { saveAskedAt, takeAbandoned, type FollowedDevice } from './tracking.lease.store.ts';

/** A device whose lease ends sooner than this is asked to go on. */
const RENEW_BEFORE_MS = 45 * SECOND_MS;
/** A device is asked every 10 s. The check runs every 5 s, sometimes slightly early. */
const ASK_AGAIN_MS = trackingRules.intervalMs - SECOND_MS;
/** A followed device that sends no position for this long is asked for its location (LIVE-11). */
const QUIET_MS = 12 * SECOND_MS;

export interface LiveModeDependencies {
  database: Database;
  clock: Clock;
  commands: DeviceCommandsPort;
}

/** Asks devices to enter, keep and leave live mode. */
export function createLiveMode({ database, clock, commands }: LiveModeDependencies) {
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Asks a device to enter or stay in live mode. Returns the request id. */
  const enable = async (
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

  return {
    enable,

    /** Releases the devices that no one follows any more. */
    async release(): Promise<void> {
      await database.transaction(async (tx) => {
        for (const { deviceId: id, serial } of await takeAbandoned(tx)) {
          if (isPhone(serial)) continue;
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
    },

    /** Asks a followed device to stay in live mode, and for its location when the device is quiet. */
    async keepUp(followed: FollowedDevice): Promise<void> {
      if (isPhone(followed.serial)) return;
      const now = clock.now().getTime();
      const device = { id: followed.deviceId, serial: followed.serial };
      const wasJustAsked = followed.askedAt !== null && now - followed.askedAt.getTime() < ASK_AGAIN_MS;
      if (wasJustAsked) return;
      const endsSoon =
        followed.deviceLeaseUntil === null || followed.deviceLeaseUntil.getTime() - now < RENEW_BEFORE_MS;
      const isQuiet = !isPushing(followed, now);
      if (!endsSoon && !isQuiet) return;
      await database.transaction(async (tx) => {
        if (endsSoon) await enable(tx, device, null);
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
    },
  };
}

/** Whether positions come without being asked for. */
function isPushing({ positionAt, locatedAt }: FollowedDevice, now: number): boolean {
  if (positionAt === null || now - positionAt.getTime() > QUIET_MS) return false;
  return locatedAt === null || positionAt > locatedAt;
}
