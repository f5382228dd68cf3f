import type { DataOf } from '@trace/contract/kernel/stream';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingLocation, PingOutcome, PingQuota, PingWait } from '@trace/contract/ping/ping.schema';
import { pingQuotaEvent, type pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { DeviceCommandsPort, FinishedCommand } from '#features/device-commands/device-commands.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { LocationAccessPort, Sight } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import { pingFinished } from './ping.events.ts';
import type { PingVerdict } from './ping.policy.ts';
import type { PingPort } from './ping.port.ts';
import { presentWait } from './ping.present.rules.ts';
import { dayInForce } from './ping.quota.rules.ts';
import { isCharged, settlementOf } from './ping.settle.rules.ts';
import { createPingAccess, noSuchPing } from './ping.access.service.ts';
import {
  countPing,
  countRecentPings,
  findPing,
  findQuota,
  finishPing,
  giveBackToDay,
  holdPace,
  holdQuota,
  insertLocation,
  insertPing,
  listPlaces,
  listSpansWithPlaces,
  listWaiting,
  saveQuota,
  type PingRow,
} from './ping.store.ts';

export interface PingService extends Omit<PingPort, 'listLastPlaces'> {
  /** Asks the device and waits for the outcome; a sleeping device answers `waiting` at once. */
  ping(actor: Actor, origin: CallOrigin, serial: string, id: string, signal: AbortSignal): Promise<PingOutcome>;
  cancel(actor: Actor, origin: CallOrigin, id: string): Promise<PingOutcome>;
  /** Returns the state or outcome of the caller's own ping. */
  look(actor: Actor, id: string): Promise<PingOutcome>;
  /** Returns the caller's own waiting pings for sleeping devices that the caller may (still) ping. */
  waits(actor: Actor): Promise<{ waits: PingWait[] }>;
  history(actor: Actor, serial: string): Promise<{ locations: PingLocation[] }>;
  quota(actor: Actor): Promise<PingQuota>;
  /** Settles a ping whose command has ended, in the transaction of that end. */
  settle(executor: Executor, finished: FinishedCommand): Promise<void | (() => void)>;
  /** Returns the end of a ping as shown to a person: the position only while the person may see the position. */
  presentFinished(
    ended: { id: string; serial: string },
    actor: Actor,
  ): Promise<DataOf<typeof pingFinishedEvent> | null>;
}

export interface PingDependencies {
  database: Database;
  clock: Clock;
  streams: Streams;
  devices: DevicesPort;
  deviceStatus: DeviceStatusPort;
  commands: DeviceCommandsPort;
  subscription: SubscriptionPort;
  access: LocationAccessPort;
}

export function createPingService(dependencies: PingDependencies): PingService {
  const { database, clock, streams, devices, deviceStatus, commands, subscription } = dependencies;
  const sights = createPingAccess(dependencies);

  const quotaOf = async (account: { accountId: string; timeZone: string }): Promise<PingQuota> => {
    const now = clock.now();
    const [last, isPremium] = await Promise.all([
      findQuota(database.sql, account.accountId),
      subscription.isPremium(account.accountId),
    ]);
    const { used, resetsAt } = dayInForce(last, account.timeZone, now);
    const limit = isPremium ? null : pingRules.freePerDay;
    return { used, limit, resetsAt: resetsAt.toISOString(), timeZone: account.timeZone };
  };

  /** Counts an already stored ping against its limit. A refusal rolls back both. */
  const reserve = async (executor: Executor, actor: Actor, ping: PingRow, verdict: PingVerdict): Promise<void> => {
    if (verdict === 'paced') {
      await holdPace(executor, actor.accountId, ping.deviceId);
      const recent = await countRecentPings(
        executor,
        actor.accountId,
        ping.deviceId,
        new Date(clock.now().getTime() - HOUR_MS),
      );
      if (recent > pingRules.installerPerHour)
        throw new Refusal('too_many_requests', pingTexts.installerLimit, { retryAfterSec: 60 });
      return;
    }
    const last = await holdQuota(executor, actor.accountId);
    const day = dayInForce(last, actor.timeZone, clock.now());
    if (verdict === 'counted' && day.used >= pingRules.freePerDay) {
      throw new Refusal('daily_ping_limit', pingTexts.limitText);
    }
    await saveQuota(executor, actor.accountId, { ...day, used: day.used + 1 });
    await countPing(executor, ping.id, day.dayNo);
  };

  /** Answers null when this id, or another ping of this person for this device, is under way already. */
  const begin = async (
    actor: Actor,
    origin: CallOrigin,
    device: KnownDevice,
    sight: Sight,
    id: string,
  ): Promise<PingRow | null> => {
    const { wakesAt } = await deviceStatus.statusOf(device);
    const now = clock.now();
    const waitsUntil = wakesAt === null ? new Date(now.getTime() + pingRules.waitMs) : latestWait(now, wakesAt);
    const endsAt = sight.until !== null && sight.until < waitsUntil ? sight.until : waitsUntil;
    return database.transaction(async (tx) => {
      const { verdict, grantId } = await sights.permit(tx, actor, device.serial);
      const ping: PingRow = {
        id,
        accountId: actor.accountId,
        deviceId: device.id,
        serial: device.serial,
        deviceName: device.name,
        outcome: 'waiting',
        createdAt: now,
        endsAt,
        expectedAt: wakesAt,
        message: null,
        quotaDayNo: null,
        grantId,
      };
      // The row comes before the day, so a repeated request ends here and takes no ping from the day.
      if (!(await insertPing(tx, ping))) return null;
      await reserve(tx, actor, ping, verdict);
      await commands.issue(tx, {
        requestId: id,
        device,
        command: 'getLocation',
        parameters: { ...(verdict === 'paced' ? pingRules.installerCommand : pingRules.command) },
        purpose: 'ping',
        sentBy: actor.accountId,
        expiresAt: endsAt,
        waits: wakesAt !== null,
      });
      await recordAudit(tx, {
        actorId: actor.accountId,
        action: 'ping.create',
        subject: { type: 'device', id: device.serial },
        details: { id },
        ...origin,
      });
      return ping;
    });
  };

  /** Returns the caller's ping of a device that the caller may ping. Another person's ping counts as not found. */
  const ownPing = async (actor: Actor, id: string): Promise<PingRow> => {
    const ping = await findPing(database.sql, id);
    if (ping === null || ping.accountId !== actor.accountId) throw noSuchPing();
    if ((await devices.findFor(actor.accountId, ping.serial)) === null) throw noSuchPing();
    await sights.requireLocationAccess(actor, ping.serial);
    return ping;
  };

  const pushQuota = async (account: { accountId: string; timeZone: string }): Promise<void> => {
    streams.push(pingQuotaEvent, [account.accountId], 'quota', await quotaOf(account));
  };

  return {
    async ping(actor, origin, serial, id, signal) {
      const { device, sight } = await sights.requireLocationAccess(actor, serial);
      const ping =
        (await findPing(database.sql, id)) ??
        (await begin(actor, origin, device, sight, id)) ??
        (await findPing(database.sql, id));
      if (ping === null) throw new Refusal('conflict', 'This device is already being pinged.');
      if (ping.accountId !== actor.accountId || ping.serial !== serial)
        throw new Refusal('conflict', 'This ID is already used by another ping.', { field: 'body.id' });
      if (ping.outcome === 'waiting' && ping.expectedAt === null) await commands.whenFinished(id, signal);
      await pushQuota(actor);
      return sights.outcomeFor(actor, serial, id);
    },

    async cancel(actor, origin, id) {
      const ping = await ownPing(actor, id);
      // A sent command cannot be taken back: the device answers, and the ping counts.
      await commands.cancelWaiting(id, (tx) =>
        recordAudit(tx, {
          actorId: actor.accountId,
          action: 'ping.cancel',
          subject: { type: 'device', id: ping.serial },
          details: { id },
          ...origin,
        }),
      );
      await pushQuota(actor);
      return sights.outcomeFor(actor, ping.serial, id);
    },

    async look(actor, id) {
      const { serial } = await ownPing(actor, id);
      return sights.outcomeFor(actor, serial, id);
    },

    async waits(actor) {
      const waiting = await listWaiting(database.sql, actor.accountId, pingRules.waitsListed);
      const seen = await Promise.all(waiting.map(({ serial }) => sights.seenDevice(actor, serial)));
      return { waits: waiting.flatMap((ping, at) => (seen[at] ? [presentWait(ping, seen[at])] : [])) };
    },

    async history(actor, serial) {
      const { device, sight } = await sights.requireLocationAccess(actor, serial);
      return { locations: await sights.locationsFor(actor, device, sight) };
    },

    quota: quotaOf,

    async settle(executor, finished) {
      const settlement = settlementOf(finished, clock.now());
      const message = settlement.outcome === 'failed' ? settlement.message : null;
      const ping = await finishPing(executor, finished.requestId, settlement.outcome, message, finished.finishedAt);
      if (ping === null) return;
      if (ping.quotaDayNo !== null && !isCharged(settlement.outcome))
        await giveBackToDay(executor, ping.accountId, ping.quotaDayNo);
      if (settlement.outcome === 'located') {
        const { lat, lng, accuracyM, fixAt } = settlement;
        await insertLocation(executor, {
          ...ping,
          pingId: ping.id,
          lat,
          lng,
          accuracyM,
          at: finished.finishedAt,
          fixAt,
        });
      }
      await publishAfterCommit(executor, pingFinished, [ping.accountId], { id: ping.id, serial: ping.serial });
    },

    async presentFinished({ id, serial }, actor) {
      const outcome = await sights.outcomeOrNothing(actor, serial, id);
      return outcome === null ? null : { serialNumber: serial, outcome };
    },

    listPlaces: (deviceId, fromAt, toAt) => listPlaces(database.sql, deviceId, fromAt, toAt),
    spansWithPlaces: (deviceId, spans) => listSpansWithPlaces(database.sql, deviceId, spans),
  };
}

function latestWait(now: Date, wakesAt: Date): Date {
  const wanted = Math.max(wakesAt.getTime(), now.getTime()) + pingRules.wakeGraceMs;
  return new Date(Math.min(wanted, now.getTime() + pingRules.longestWaitMs));
}
