import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { DataOf } from '@trace/contract/kernel/stream';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingLocation, PingOutcome, PingQuota } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent, pingQuotaEvent } from '@trace/contract/ping/ping.stream';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { DeviceCommandsPort, FinishedCommand } from '#features/device-commands/device-commands.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { announceLater } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import { mayPing, maySeePings, type PingVerdict } from './ping.policy.ts';
import type { PingPort } from './ping.port.ts';
import { dayInForce } from './ping.quota.rules.ts';
import { isCharged, settlementOf } from './ping.settle.rules.ts';
import {
  countPing,
  countRecentPings,
  findLocation,
  findPing,
  findQuota,
  findWaiting,
  finishPing,
  giveBackToDay,
  holdPace,
  holdQuota,
  insertLocation,
  insertPing,
  listLocations,
  listPlaces,
  saveQuota,
  type LocationRow,
  type PingRow,
} from './ping.store.ts';

export interface PingService extends PingPort {
  /** Asks the device and waits for the outcome; a sleeping device answers `waiting` at once. */
  ping(actor: Actor, origin: CallOrigin, serial: string, id: string, signal: AbortSignal): Promise<PingOutcome>;
  cancel(actor: Actor, origin: CallOrigin, id: string): Promise<PingOutcome>;
  history(actor: Actor, serial: string): Promise<{ locations: PingLocation[]; waiting: PingOutcome | null }>;
  quota(actor: Actor): Promise<PingQuota>;
  /** Settles a ping whose command has ended, in the transaction of that end. */
  settle(executor: Executor, finished: FinishedCommand): Promise<void | (() => void)>;
  /** What a person hears of an end: the position only while the device is theirs. */
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
}

export function createPingService({
  database,
  clock,
  streams,
  devices,
  deviceStatus,
  commands,
  subscription,
}: PingDependencies): PingService {
  const deviceOf = async (actor: Actor, serial: string): Promise<KnownDevice> => {
    const device = await devices.findFor(actor.accountId, serial);
    if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
    return device;
  };

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

  /** Counts a ping that is stored already against what limits it, or refuses, which undoes both. */
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
  const begin = async (actor: Actor, origin: CallOrigin, device: KnownDevice, id: string): Promise<PingRow | null> => {
    const verdict = mayPing(device.relation, await subscription.isPremium(actor.accountId));
    const { wakesAt } = await deviceStatus.statusOf(device);
    const now = clock.now();
    const endsAt = wakesAt === null ? new Date(now.getTime() + pingRules.waitMs) : latestWait(now, wakesAt);
    return database.transaction(async (tx) => {
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
      };
      // The row comes first: the same request a second time waits for it here, and takes nothing from the day.
      if (!(await insertPing(tx, ping))) return null;
      await reserve(tx, actor, ping, verdict);
      await commands.issue(tx, {
        requestId: id,
        device,
        command: 'getLocation',
        parameters: { ...pingRules.command },
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

  const outcomeOf = async (id: string): Promise<PingOutcome> => {
    const ping = await findPing(database.sql, id);
    if (ping === null) throw noSuchPing();
    const location = ping.outcome === 'located' ? await findLocation(database.sql, id) : null;
    return presentOutcome(ping, location);
  };

  const pushQuota = async (account: { accountId: string; timeZone: string }): Promise<void> => {
    streams.push(pingQuotaEvent, [account.accountId], 'quota', await quotaOf(account));
  };

  return {
    async ping(actor, origin, serial, id, signal) {
      const device = await deviceOf(actor, serial);
      if (!maySeePings(device.relation)) throw grantRequired();
      const ping =
        (await findPing(database.sql, id)) ??
        (await begin(actor, origin, device, id)) ??
        (await findPing(database.sql, id));
      if (ping === null) throw new Refusal('conflict', 'A ping of this device is under way already.');
      if (ping.accountId !== actor.accountId || ping.serial !== serial)
        throw new Refusal('conflict', 'This id belongs to another ping.', { field: 'body.id' });
      if (ping.outcome === 'waiting' && ping.expectedAt === null) await commands.whenFinished(id, signal);
      const outcome = await outcomeOf(id);
      await pushQuota(actor);
      return outcome;
    },

    async cancel(actor, origin, id) {
      const ping = await findPing(database.sql, id);
      if (ping === null || ping.accountId !== actor.accountId) throw noSuchPing();
      const device = await devices.findFor(actor.accountId, ping.serial);
      if (device === null) throw noSuchPing();
      if (!maySeePings(device.relation)) throw grantRequired();
      await commands.cancel(id, (tx) =>
        recordAudit(tx, {
          actorId: actor.accountId,
          action: 'ping.cancel',
          subject: { type: 'device', id: ping.serial },
          details: { id },
          ...origin,
        }),
      );
      await pushQuota(actor);
      return outcomeOf(id);
    },

    async history(actor, serial) {
      const device = await deviceOf(actor, serial);
      if (!maySeePings(device.relation)) throw grantRequired();
      const [rows, waiting] = await Promise.all([
        listLocations(database.sql, device.id, device.since, pingRules.historyLength),
        findWaiting(database.sql, actor.accountId, device.id),
      ]);
      return { locations: rows.map(presentLocation), waiting: waiting === null ? null : presentOutcome(waiting, null) };
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
      await announceLater(executor, {
        kind: pingFinishedEvent.name,
        audience: [ping.accountId],
        payload: { id: ping.id, serial: ping.serial },
      });
    },

    async presentFinished({ id, serial }, actor) {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null || !maySeePings(device.relation)) return null;
      return { serialNumber: serial, outcome: await outcomeOf(id) };
    },

    listPlaces: (deviceId, fromAt, toAt) => listPlaces(database.sql, deviceId, fromAt, toAt),
  };
}

const noSuchPing = (): Refusal => new Refusal('not_found', 'There is no such ping.');

/** The registering installer of a device that has a user (authorization.md: I2). */
const grantRequired = (): Refusal =>
  new Refusal('grant_required', 'Ask the user of this device for access to its location.');

function latestWait(now: Date, wakesAt: Date): Date {
  const wanted = Math.max(wakesAt.getTime(), now.getTime()) + pingRules.wakeGraceMs;
  return new Date(Math.min(wanted, now.getTime() + pingRules.longestWaitMs));
}

function presentOutcome(ping: PingRow, location: LocationRow | null): PingOutcome {
  const { id, outcome } = ping;
  switch (outcome) {
    case 'located':
      return { outcome, id, charged: true, location: presentLocation(location!) };
    case 'no_fix':
      return { outcome, id, charged: true };
    case 'failed':
      return { outcome, id, charged: true, message: ping.message };
    case 'waiting':
      return {
        outcome,
        id,
        charged: false,
        expectedAt: (ping.expectedAt ?? ping.endsAt).toISOString(),
        endsAt: ping.endsAt.toISOString(),
      };
    default:
      return { outcome, id, charged: false };
  }
}

const presentLocation = (row: LocationRow): PingLocation => ({
  id: row.pingId,
  serialNumber: row.serial,
  deviceName: row.deviceName,
  lat: row.lat,
  lng: row.lng,
  accuracyM: row.accuracyM,
  at: row.at.toISOString(),
  fixAt: row.fixAt?.toISOString() ?? null,
});
