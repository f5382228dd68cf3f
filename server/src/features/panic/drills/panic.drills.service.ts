import { randomUUID } from 'node:crypto';
import { knownTimeZone } from '@trace/contract/accounts/accounts.rules';
import { drillRules, isDrillTime } from '@trace/contract/panic/drills/panic.drills.rules';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { drillTexts as texts } from '@trace/contract/panic/drills/panic.drills.texts';
import type { Drill } from '@trace/contract/panic/drills/panic.drills.api';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { PanicPort } from '../panic.port.ts';
import type { DrillReports } from './panic.drill-reports.service.ts';
import {
  insertDrill,
  isInEmergency,
  linkIncident,
  listDrilled,
  listDrillTimes,
  lockDrills,
} from './panic.drills.store.ts';

export interface DrillsDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  people: Pick<PeoplePort, 'accountsOf'>;
  devices: Pick<DevicesPort, 'findFor' | 'listOwn' | 'lockFor'>;
  hubs: Pick<HubsPort, 'linkOf'>;
  subscription: Pick<SubscriptionPort, 'isPremium'>;
  contacts: Pick<PanicContactsPort, 'wantingDrills'>;
  record: PanicPort['record'];
  reports: DrillReports;
}

type DrilledDevice = Pick<KnownDevice, 'id' | 'serial'>;

/** A drill since this instant counts as the monthly drill. */
const monthBefore = (now: Date): Date => new Date(now.getTime() - drillRules.monthlyAfterMs);

export type Drills = ReturnType<typeof createDrills>;

/** Drills: the chain of a device from the event to the messages, marked as a test (PANIC-08). */
export function createDrills(dependencies: DrillsDependencies) {
  const { database, clock, log, people, devices, hubs, subscription, contacts, record, reports } = dependencies;

  const requireRoom = (times: readonly Date[]): void => {
    const oldest = times.at(-drillRules.perWindow);
    if (oldest === undefined) return;
    const retryAfterMs = oldest.getTime() + drillRules.windowMs - clock.now().getTime();
    throw new Refusal('too_many_requests', texts.limit, {
      retryAfterSec: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    });
  };

  /** T07: keeps the assignment until commit, because a drill messages the contacts of the device's current user. */
  const requireAssigned = async (tx: Executor, accountId: string, { id, serial }: DrilledDevice): Promise<void> => {
    const device = await devices.lockFor(tx, accountId, serial);
    if (device?.relation !== 'assigned_user' || device.id !== id) throw new Refusal('not_found', devicesTexts.notFound);
  };

  /** A message 'no action needed' must not reach contacts who are needed. */
  const requireCalm = async (tx: Executor, accountId: string): Promise<void> => {
    if (await isInEmergency(tx, accountId)) throw new Refusal('conflict', texts.inEmergency);
  };

  /** Records the event of the drill like an event of the hub. Returns its id, or null if another drill was quicker. */
  const run = (accountId: string, device: DrilledDevice, origin: CallOrigin | null): Promise<string | null> =>
    database.transaction(async (tx) => {
      const id = randomUUID();
      const now = clock.now();
      await lockDrills(tx, accountId);
      if (origin === null && (await listDrilled(tx, [device.id], monthBefore(now))).size > 0) return null;
      await requireAssigned(tx, accountId, device);
      await requireCalm(tx, accountId);
      if (origin !== null)
        requireRoom(await listDrillTimes(tx, accountId, new Date(now.getTime() - drillRules.windowMs)));
      const link = await hubs.linkOf(tx, device.id);
      const hub = link && { id: link.hubId, name: link.hubName };
      await insertDrill(tx, {
        ...{ id, accountId, deviceId: device.id, hubName: hub?.name ?? null },
        ...{ isMonthly: origin === null, at: now },
      });
      await record(tx, [
        {
          ...{ source: 'drill', sourceEventId: id, kind: 'panic', hub, deviceIds: [device.id] },
          ...{ happenedAt: now, receivedAt: now, hasWrongClock: false, place: null, trigger: texts.trigger },
        },
      ]);
      await linkIncident(tx, id);
      await recordAudit(tx, {
        actorId: origin === null ? null : accountId,
        action: 'panic.startDrill',
        subject: { type: 'account', id: accountId },
        details: { id },
        requestId: origin?.requestId ?? null,
        address: origin?.address ?? null,
      });
      return id;
    });

  /** A drill that fails must not stop the drills of others. The next round finds it due again. */
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'Monthly drill failed, retrying in the next round');
    }
  };

  const runDue = async (userId: string, now: Date): Promise<void> => {
    if (!(await subscription.isPremium(userId)) || (await isInEmergency(database.sql, userId))) return;
    const own = await devices.listOwn(userId);
    const ids = own.map(({ id }) => id);
    const drilled = await listDrilled(database.sql, ids, monthBefore(now));
    for (const device of own) if (!drilled.has(device.id)) await attempt(() => run(userId, device, null));
  };

  return {
    list: reports.list,

    async start(actor: Actor, origin: CallOrigin, serialNumber: string): Promise<Drill> {
      const device = await devices.findFor(actor.accountId, serialNumber);
      if (device?.relation !== 'assigned_user') throw new Refusal('not_found', devicesTexts.notFound);
      if (!(await subscription.isPremium(actor.accountId))) throw new Refusal('premium_required', texts.premium);
      const id = await run(actor.accountId, device, origin);
      const drills = await reports.list(actor.accountId);
      return drills.find((drill) => drill.id === id)!;
    },

    /** Runs the monthly drill of each user who agreed, once per device, in the middle of the user's day. */
    async runMonthly(): Promise<void> {
      const now = clock.now();
      const userIds = await contacts.wantingDrills(database.sql);
      const accounts = await people.accountsOf(userIds);
      for (const [userId, { timeZone }] of accounts)
        if (isDrillTime(now, knownTimeZone(timeZone))) await attempt(() => runDue(userId, now));
    },
  };
}
