import { randomUUID } from 'node:crypto';
import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceEvent } from '#features/device-health/device-health.port';
import type { DeviceCondition, DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Database, Executor } from '#platform/db/database';
import { causeOf, changesBy, takesInMs, type Changes } from './alerts.lifecycle.rules.ts';
import {
  deleteOldAlerts,
  endAlerts,
  endExpired,
  endUnheld,
  holdOpen,
  insertAlerts,
  keepOpen,
  listLately,
  listOpen,
  listOpenAfter,
  listToldOf,
  noteEvents,
  reopenAlerts,
  type BegunAlert,
  type EventCause,
  type OpenAlert,
  type Swept,
  type ToldPerson,
} from './alerts.lifecycle.store.ts';
import { announceAlerts } from '../alerts.events.ts';
import {
  createDeliveryPlanning,
  type PlannedDelivery,
  type NotificationDependencies,
} from '../delivery/alerts.delivery-planning.service.ts';

/** Events and reports arrive on separate channels. If the device clock is stuck, their order is unknown. */
const SETTLES_AFTER_MS = 10 * SECOND_MS;
const SWEEP_LIMIT = 1_000;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** A cause of an alert. */
export interface Cause {
  readonly deviceId: number;
  readonly kind: AlertKind;
  readonly startedAt: Date;
  /** When the alert expires without confirmation. null: open until the device reports the end. */
  readonly expiresAt: Date | null;
}

export type Causes = ReturnType<typeof createCauses>;

export interface CausesDependencies extends NotificationDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf' | 'deviceIdsOf'>;
  deviceStatus: Pick<DeviceStatusPort, 'holdStatus'>;
}

/** ALRT-01: begins and ends alerts and decides when messages are sent. */
export function createCauses(dependencies: CausesDependencies) {
  const { database, clock, devices, deviceStatus } = dependencies;
  const planning = createDeliveryPlanning(dependencies);

  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  /**
   * Reopens the previous alert if its cause recurs during the cool-down and every recipient was already notified.
   * Returns the remaining messages: every message of a new alert, and messages of reopened alerts that were dropped
   * because the alert was over.
   */
  const goOn = async (
    tx: Executor,
    begun: readonly BegunAlert[],
    planned: readonly PlannedDelivery[],
  ): Promise<readonly PlannedDelivery[]> => {
    const paused = begun.filter(({ kind }) => alertRules.pauseMs[kind] > 0);
    if (paused.length === 0) return planned;
    const since = paused.map((alert) => ({ ...alert, since: before(alertRules.pauseMs[alert.kind]) }));
    const lately = await listLately(tx, since);
    if (lately.length === 0) return planned;
    const messages = Map.groupBy(planned, ({ alertId }) => alertId);
    const told = Map.groupBy(
      await listToldOf(
        tx,
        lately.map(({ id }) => id),
      ),
      ({ alertId }) => alertId,
    );
    const same = lately.filter(({ newId, id }) => {
      const people = new Set((told.get(id) ?? []).map(({ accountId }) => accountId));
      return (messages.get(newId) ?? []).every(({ accountId }) => people.has(accountId));
    });
    if (same.length === 0) return planned;
    const expiries = new Map(begun.map(({ id, expiresAt }) => [id, expiresAt]));
    const reopened = same.map((each) => ({ ...each, expiresAt: expiries.get(each.newId) ?? null }));
    await announceAlerts(tx, await reopenAlerts(tx, reopened, clock.now()));
    const left = same.flatMap(({ newId, id }) => leftOf(messages.get(newId) ?? [], told.get(id) ?? []));
    const replaced = new Set(same.map(({ newId }) => newId));
    return [...planned.filter(({ alertId }) => !replaced.has(alertId)), ...left];
  };

  /** Begins alerts, at most one per cause, and plans the messages to every recipient, in the caller's transaction. */
  const begin = async (tx: Executor, causes: readonly Cause[]): Promise<void> => {
    if (causes.length === 0) return;
    const told = await planning.toldOf([...new Set(causes.map(({ deviceId }) => deviceId))]);
    const alerts = causes
      .flatMap((cause) => {
        const serial = told.get(cause.deviceId)?.[0]?.serial;
        return serial === undefined ? [] : [{ ...cause, id: randomUUID(), serial }];
      })
      .sort((one, other) => one.deviceId - other.deviceId || one.kind.localeCompare(other.kind));
    const begun = await insertAlerts(tx, alerts, clock.now());
    if (begun.length === 0) return;
    await planning.enqueueDeliveries(tx, await goOn(tx, begun, await planning.plan(tx, begun, told)));
  };

  const endAll = async (tx: Executor, ids: readonly string[], notedBefore: Date | null = null): Promise<void> => {
    if (ids.length > 0) await announceAlerts(tx, await endAlerts(tx, ids, { at: clock.now(), notedBefore }));
  };

  const swept = (sweep: (tx: Executor) => Promise<Swept>): Promise<number> =>
    database.transaction(async (tx) => {
      const { count, accountIds } = await sweep(tx);
      await announceAlerts(tx, accountIds);
      return count;
    });

  /** Ends the open alerts of replaced trackers. A removed device has no alerts left. */
  const endUnused = async (): Promise<void> => {
    for (let after = NIL_ID; ;) {
      const open = await listOpenAfter(database.sql, after, SWEEP_LIMIT);
      if (open.length === 0) return;
      const inUse = await devices.deviceIdsOf([...new Set(open.map(({ serial }) => serial))]);
      const unused = open.filter(({ serial }) => !inUse.has(serial)).map(({ id }) => id);
      await swept((tx) => endUnheld(tx, unused, clock.now()));
      after = open.at(-1)!.id;
    }
  };

  const openOf = async (tx: Executor, deviceIds: readonly number[]): Promise<Map<number, OpenAlert[]>> =>
    Map.groupBy(await holdOpen(tx, deviceIds), ({ deviceId }) => deviceId);

  return {
    begin,

    async end(tx: Executor, deviceId: number, kind: AlertKind): Promise<void> {
      await endAll(tx, await listOpen(tx, deviceId, kind));
    },

    /** The caller must hold the lock on the status of these devices. */
    async onConditions(tx: Executor, conditions: readonly DeviceCondition[]): Promise<void> {
      const open = await openOf(
        tx,
        conditions.map(({ deviceId }) => deviceId),
      );
      const all = conditions.map((condition) => {
        const { deviceId } = condition;
        return { deviceId, changes: changesBy(condition, open.get(deviceId) ?? []) };
      });
      const idsOf = (what: Exclude<keyof Changes, 'begun'>): string[] => all.flatMap(({ changes }) => changes[what]);
      const confirmed = idsOf('confirmed');
      if (confirmed.length > 0) await keepOpen(tx, confirmed);
      await endAll(tx, idsOf('over'), before(SETTLES_AFTER_MS));
      await endAll(tx, idsOf('heard'));
      const startedAt = clock.now();
      await begin(
        tx,
        all.flatMap(({ deviceId, changes }) =>
          changes.begun.map((kind) => ({ deviceId, kind, startedAt, expiresAt: null })),
        ),
      );
    },

    async onEvents(tx: Executor, events: readonly DeviceEvent[]): Promise<void> {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + alertRules.eventLastsMs);
      const causes = events.flatMap(({ deviceId, kind: event, at, boot, ts }) => {
        const kind = causeOf(event);
        return kind === null ? [] : [{ deviceId, kind, startedAt: at, expiresAt, boot, ts }];
      });
      if (causes.length === 0) return;
      const newest = newestOfEach(causes);
      const deviceIds = [...new Set(newest.map(({ deviceId }) => deviceId))];
      // Locks the status first, as all message processing does (decision 016). Reports of these devices wait and cannot
      // lock rows in another order.
      // A batch of panics alone does not wait. A mixed batch waits for the holder of a device lock, as a batch of
      // reports does.
      await deviceStatus.holdStatus(tx, deviceIds);
      const open = await openOf(tx, deviceIds);
      // T50: if no report confirmed the alert, another event some minutes later is a second alert with a message of its
      // own.
      const again = newest.flatMap(({ deviceId, kind }) =>
        (open.get(deviceId) ?? []).filter(
          (alert) => alert.kind === kind && alert.expiresAt !== null && alert.createdAt <= before(takesInMs(kind)),
        ),
      );
      await endAll(
        tx,
        again.map(({ id }) => id),
      );
      await begin(tx, newest);
      await noteEvents(tx, newest, now);
    },

    /** Ends unconfirmed alerts and alerts of devices no longer in use. Deletes alerts past the retention period. */
    async sweep(): Promise<void> {
      const now = clock.now();
      while ((await swept((tx) => endExpired(tx, now, SWEEP_LIMIT))) === SWEEP_LIMIT);
      await endUnused();
      const keptSince = new Date(now.getTime() - alertRules.keepMs);
      while ((await deleteOldAlerts(database.sql, keptSince, SWEEP_LIMIT)) === SWEEP_LIMIT);
    },
  };
}

/** Returns the messages of a reopened alert that were dropped because the alert was over. */
function leftOf(planned: readonly PlannedDelivery[], told: readonly ToldPerson[]): PlannedDelivery[] {
  return planned.flatMap((delivery) => {
    const known = told.find(
      ({ accountId, channel }) => accountId === delivery.accountId && channel === delivery.channel,
    );
    return known?.state === 'over' ? [{ ...delivery, id: known.id, alertId: known.alertId }] : [];
  });
}

/** Returns the last sent event of each cause when several events of a cause arrive together. */
function newestOfEach<One extends EventCause>(causes: readonly One[]): One[] {
  const inOrder = causes.toSorted((one, other) => one.boot - other.boot || one.ts - other.ts);
  return [...new Map(inOrder.map((cause) => [`${cause.deviceId} ${cause.kind}`, cause])).values()];
}
