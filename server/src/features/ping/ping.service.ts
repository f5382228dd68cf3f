import type { DataOf } from '@trace/contract/kernel/stream';
import { isPhone } from '@trace/contract/kernel/serial';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingLocation, PingOutcome, PingQuota, PingWait } from '@trace/contract/ping/ping.schema';
import type { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { LocationAccessPort } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Streams } from '#platform/stream/streams';
import { createBegin } from './ping.begin.service.ts';
import { pingFinished } from './ping.events.ts';
import type { PingingPort, PingPort } from './ping.port.ts';
import type { PhonePlaces } from './ping.phones.service.ts';
import { presentWait } from './ping.present.rules.ts';
import { createQuotas } from './ping.quota.service.ts';
import { isCharged, settlementOf, type EndedPing } from './ping.settle.rules.ts';
import { createPingAccess, noSuchPing } from './ping.access.service.ts';
import {
  findPing,
  finishPing,
  giveBackToDay,
  insertLocation,
  listPlaces,
  listSpansWithPlaces,
  listWaiting,
  type PingRow,
} from './ping.store.ts';

export interface PingService extends Omit<PingPort, 'listLastPlaces'> {
  /** Asks the device and waits for the outcome. A ping that waits for the device answers `waiting` at once. */
  ping: PingingPort['ping'];
  cancel(actor: Actor, origin: CallOrigin, id: string): Promise<PingOutcome>;
  /** Returns the state or outcome of the caller's own ping. */
  outcomeOf(actor: Actor, id: string): Promise<PingOutcome>;
  /** Returns the caller's own waiting pings for sleeping devices that the caller may (still) ping. */
  waits(actor: Actor): Promise<{ waits: PingWait[] }>;
  history(actor: Actor, serial: string): Promise<{ locations: PingLocation[] }>;
  quota(actor: Actor): Promise<PingQuota>;
  /** Settles a ping whose command has ended, in the transaction of that end. */
  settle(executor: Executor, finished: EndedPing): Promise<void>;
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
  /** Where a phone last reported its position. */
  phonePlaces: PhonePlaces;
}

export function createPingService(dependencies: PingDependencies): PingService {
  const { database, clock, devices, commands } = dependencies;
  const pingAccess = createPingAccess(dependencies);
  const quotas = createQuotas(dependencies);

  const settle = async (executor: Executor, finished: EndedPing): Promise<void> => {
    const settlement = settlementOf(finished, clock.now());
    const message = settlement.outcome === 'failed' ? settlement.message : null;
    const ping = await finishPing(executor, finished.requestId, settlement.outcome, message, finished.finishedAt);
    if (ping === null) return;
    if (ping.quotaDayNo !== null && !isCharged(settlement.outcome))
      await giveBackToDay(executor, ping.accountId, ping.quotaDayNo);
    if (settlement.outcome === 'located') {
      const { lat, lng, accuracyM, fixAt } = settlement;
      // A phone answers with its last report, which must not look newer than it is.
      const at = isPhone(ping.serial) && fixAt !== null ? fixAt : finished.finishedAt;
      await insertLocation(executor, { ...ping, pingId: ping.id, lat, lng, accuracyM, at, fixAt });
    }
    await publishAfterCommit(executor, pingFinished, [ping.accountId], { id: ping.id, serial: ping.serial });
  };
  const begin = createBegin({ ...dependencies, pingAccess, quotas, settle });

  /** Returns the caller's ping of a device that the caller may ping. Another person's ping counts as not found. */
  const ownPing = async (actor: Actor, id: string): Promise<PingRow> => {
    const ping = await findPing(database.sql, id);
    if (ping === null || ping.accountId !== actor.accountId) throw noSuchPing();
    if ((await devices.findFor(actor.accountId, ping.serial)) === null) throw noSuchPing();
    await pingAccess.requireLocationAccess(actor, ping.serial);
    return ping;
  };

  return {
    async ping(actor, origin, { serial, id, when }, signal) {
      const { device, sight } = await pingAccess.requireLocationAccess(actor, serial);
      const ping =
        (await findPing(database.sql, id)) ??
        (await begin(actor, origin, device, sight, { id, when })) ??
        (await findPing(database.sql, id));
      if (ping === null)
        throw new Refusal('conflict', 'This device is already being pinged. Wait for its answer, or cancel that ping.');
      if (ping.accountId !== actor.accountId || ping.serial !== serial)
        throw new Refusal('conflict', 'This ID is already used by another ping.', { field: 'body.id' });
      const isAsked = ping.outcome === 'waiting' && ping.expectedAt === null && !isPhone(serial);
      if (isAsked) await commands.whenFinished(id, signal);
      await quotas.push(actor);
      return pingAccess.outcomeFor(actor, serial, id);
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
      await quotas.push(actor);
      return pingAccess.outcomeFor(actor, ping.serial, id);
    },

    async outcomeOf(actor, id) {
      const { serial } = await ownPing(actor, id);
      return pingAccess.outcomeFor(actor, serial, id);
    },

    async waits(actor) {
      const waiting = await listWaiting(database.sql, actor.accountId, pingRules.waitsListed);
      const seen = await Promise.all(waiting.map(({ serial }) => pingAccess.seenDevice(actor, serial)));
      return { waits: waiting.flatMap((ping, at) => (seen[at] ? [presentWait(ping, seen[at])] : [])) };
    },

    async history(actor, serial) {
      const { device, sight } = await pingAccess.requireLocationAccess(actor, serial);
      return { locations: await pingAccess.locationsFor(actor, device, sight) };
    },

    quota: quotas.quotaOf,

    settle,

    async presentFinished({ id, serial }, actor) {
      const outcome = await pingAccess.outcomeOrNothing(actor, serial, id);
      return outcome === null ? null : { serialNumber: serial, outcome };
    },

    listPlaces: (device, span) => listPlaces(database.sql, device, span),
    spansWithPlaces: (device, spans) => listSpansWithPlaces(database.sql, device, spans),
  };
}
