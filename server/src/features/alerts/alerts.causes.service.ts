import { randomUUID } from 'node:crypto';
import { alertChannels, alertRules, quietUntil, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceEvent } from '#features/device-health/device-health.port';
import type { DeviceCondition } from '#features/device-status/device-status.port';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import { causeOf, readCondition } from './alerts.causes.rules.ts';
import { announceAlerts } from './alerts.events.ts';
import { addresseesOf, type Addressee, type PeopleDependencies } from './alerts.people.service.ts';
import { isToldOf } from './alerts.policy.ts';
import {
  deleteOldAlerts,
  endAlerts,
  insertAlerts,
  insertDeliveries,
  keepOpen,
  listExpired,
  listOpen,
  listOpenAfter,
  type NewDelivery,
} from './alerts.store.ts';

/** The jobs that send one message; a push service that hangs holds up no e-mail. */
export const deliverJobs = { email: 'alerts.mail', push: 'alerts.push' } as const;

/** Events and reports come on ways of their own: a report that was sent before the event may be stored after it. */
const SETTLES_AFTER_MS = 10 * SECOND_MS;
const SWEEP_LIMIT = 1_000;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Something that people are to be told of. */
export interface Cause {
  readonly deviceId: number;
  readonly kind: AlertKind;
  readonly startedAt: Date;
  /** When it is thought over by itself; null: until the device says so. */
  readonly expiresAt: Date | null;
}

export interface Causes {
  /** Begins alerts, once per cause, and everybody's messages of them; in the caller's transaction. */
  begin(tx: Executor, causes: readonly Cause[]): Promise<void>;
  end(tx: Executor, deviceId: number, kind: AlertKind): Promise<void>;
  onConditions(tx: Executor, conditions: readonly DeviceCondition[]): Promise<void>;
  onEvents(tx: Executor, events: readonly DeviceEvent[]): Promise<void>;
  /** Ends what nobody confirms and what is in use no more, and forgets what was kept long enough. */
  sweep(): Promise<void>;
}

export interface CausesDependencies extends PeopleDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf' | 'deviceIdsOf'>;
}

/** ALRT-01: what begins and ends, and who is to be told by which channel. */
export function createCauses(dependencies: CausesDependencies): Causes {
  const { database, clock, jobs, devices } = dependencies;

  const toldOf = async (deviceIds: readonly number[]): Promise<Map<number, RelationTo[]>> => {
    const parties = await devices.partiesOf(deviceIds);
    const relations = await devices.relationsOf(deviceIds, [...new Set([...parties.values()].flat())]);
    return Map.groupBy(relations.filter(isToldOf), ({ deviceId }) => deviceId);
  };

  const deliveriesOf = (
    alert: { id: string; deviceId: number; kind: AlertKind },
    { id: accountId, choices, quietHours, timeZone }: Addressee,
  ): NewDelivery[] => {
    const now = clock.now();
    const wanted = alertChannels.filter((channel) => choices[alert.kind][channel]);
    return wanted.map((channel) => ({
      id: randomUUID(),
      alertId: alert.id,
      deviceId: alert.deviceId,
      accountId,
      channel,
      state: channel === 'portal' ? ('sent' as const) : ('waiting' as const),
      dueAt: channel === 'portal' ? now : (quietUntil(now, quietHours, timeZone) ?? now),
    }));
  };

  const tell = async (tx: Executor, deliveries: readonly NewDelivery[]): Promise<void> => {
    await insertDeliveries(tx, deliveries);
    for (const { id, channel, dueAt } of deliveries)
      if (channel !== 'portal')
        await jobs.enqueue(tx, deliverJobs[channel], { deliveryId: id }, { key: id, runAt: dueAt });
    const listed = deliveries.filter(({ channel }) => channel === 'portal');
    await announceAlerts(
      tx,
      listed.map(({ accountId }) => accountId),
    );
  };

  const begin: Causes['begin'] = async (tx, causes) => {
    if (causes.length === 0) return;
    const told = await toldOf([...new Set(causes.map(({ deviceId }) => deviceId))]);
    const alerts = causes
      .flatMap((cause) => {
        const serial = told.get(cause.deviceId)?.[0]?.serial;
        return serial === undefined ? [] : [{ ...cause, id: randomUUID(), serial }];
      })
      .sort((one, other) => one.deviceId - other.deviceId || one.kind.localeCompare(other.kind));
    const begun = await insertAlerts(tx, alerts, clock.now());
    const ids = begun.flatMap(({ deviceId }) => told.get(deviceId)!.map(({ accountId }) => accountId));
    const addressees = await addresseesOf(tx, dependencies, [...new Set(ids)]);
    const deliveries = begun.flatMap((alert) =>
      told.get(alert.deviceId)!.flatMap(({ accountId }) => {
        const person = addressees.get(accountId);
        return person === undefined ? [] : deliveriesOf(alert, person);
      }),
    );
    await tell(tx, deliveries);
  };

  const endAll = async (tx: Executor, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await announceAlerts(tx, await endAlerts(tx, ids, clock.now()));
  };

  /** A batch after the other, each in a transaction of its own. */
  const endExpired = async (now: Date): Promise<void> => {
    for (;;) {
      const expired = await listExpired(database.sql, now, SWEEP_LIMIT);
      await database.transaction((tx) => endAll(tx, expired));
      if (expired.length < SWEEP_LIMIT) return;
    }
  };

  /** What another tracker replaced lasts no longer; of a removed one nothing is left. */
  const endUnused = async (): Promise<void> => {
    for (let after = NIL_ID; ;) {
      const open = await listOpenAfter(database.sql, after, SWEEP_LIMIT);
      if (open.length === 0) return;
      const inUse = await devices.deviceIdsOf([...new Set(open.map(({ serial }) => serial))]);
      const unused = open.filter(({ serial }) => !inUse.has(serial)).map(({ id }) => id);
      await database.transaction((tx) => endAll(tx, unused));
      after = open.at(-1)!.id;
    }
  };

  return {
    begin,

    async end(tx, deviceId, kind) {
      const open = await listOpen(tx, [deviceId]);
      const ids = open.filter((alert) => alert.kind === kind).map(({ id }) => id);
      await endAll(tx, ids);
    },

    async onConditions(tx, conditions) {
      const open = Map.groupBy(
        await listOpen(
          tx,
          conditions.map(({ deviceId }) => deviceId),
        ),
        ({ deviceId }) => deviceId,
      );
      const now = clock.now();
      const settledBefore = new Date(now.getTime() - SETTLES_AFTER_MS);
      const over: string[] = [];
      const confirmed: string[] = [];
      const begun: Cause[] = [];
      for (const condition of conditions) {
        const known = open.get(condition.deviceId) ?? [];
        const reading = readCondition(condition);
        over.push(
          ...known
            .filter(
              ({ kind, createdAt }) => reading.over.includes(kind) && (kind === 'silent' || createdAt <= settledBefore),
            )
            .map(({ id }) => id),
        );
        for (const kind of reading.lasting) {
          const alert = known.find((each) => each.kind === kind);
          if (alert === undefined) begun.push({ deviceId: condition.deviceId, kind, startedAt: now, expiresAt: null });
          else if (alert.expiresAt !== null) confirmed.push(alert.id);
        }
      }
      if (confirmed.length > 0) await keepOpen(tx, confirmed);
      await endAll(tx, over);
      await begin(tx, begun);
    },

    async onEvents(tx, events) {
      const expiresAt = new Date(clock.now().getTime() + alertRules.eventLastsMs);
      const causes = events.flatMap(({ deviceId, kind: event, at }) => {
        const kind = causeOf(event);
        return kind === null ? [] : [{ deviceId, kind, startedAt: at, expiresAt }];
      });
      const once = new Map(causes.map((cause) => [`${cause.deviceId} ${cause.kind}`, cause]));
      await begin(tx, [...once.values()]);
    },

    async sweep() {
      const now = clock.now();
      await endExpired(now);
      await endUnused();
      const keptSince = new Date(now.getTime() - alertRules.keepMs);
      while ((await deleteOldAlerts(database.sql, keptSince, SWEEP_LIMIT)) === SWEEP_LIMIT);
    },
  };
}
