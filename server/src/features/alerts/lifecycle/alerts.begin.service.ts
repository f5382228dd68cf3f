import { randomUUID } from 'node:crypto';
import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import type { Executor } from '#platform/db/database';
import { announceAlerts } from '../alerts.events.ts';
import {
  createDeliveryPlanning,
  type NotificationDependencies,
  type PlannedDelivery,
} from '../delivery/alerts.delivery-planning.service.ts';
import {
  insertAlerts,
  listLately,
  listNotifiedOf,
  reopenAlerts,
  type BegunAlert,
  type NotifiedPerson,
} from './alerts.lifecycle.store.ts';

/** A cause of an alert. */
export interface Cause {
  readonly deviceId: number;
  readonly kind: AlertKind;
  readonly startedAt: Date;
  /** When the alert expires without confirmation. null: open until the device reports the end. */
  readonly expiresAt: Date | null;
}

export function createBegin(dependencies: NotificationDependencies) {
  const { clock } = dependencies;
  const planning = createDeliveryPlanning(dependencies);

  /**
   * Reopens the previous alert if its cause recurs during the cool-down and every recipient was already notified.
   * Returns the remaining messages: every message of a new alert, and messages of reopened alerts that were dropped
   * because the alert was over.
   */
  const reopen = async (
    tx: Executor,
    begun: readonly BegunAlert[],
    planned: readonly PlannedDelivery[],
  ): Promise<readonly PlannedDelivery[]> => {
    const paused = begun.filter(({ kind }) => alertRules.pauseMs[kind] > 0);
    if (paused.length === 0) return planned;
    const since = paused.map((alert) => ({
      ...alert,
      since: new Date(clock.now().getTime() - alertRules.pauseMs[alert.kind]),
    }));
    const lately = await listLately(tx, since);
    if (lately.length === 0) return planned;
    const messages = Map.groupBy(planned, ({ alertId }) => alertId);
    const notified = Map.groupBy(
      await listNotifiedOf(
        tx,
        lately.map(({ id }) => id),
      ),
      ({ alertId }) => alertId,
    );
    const same = lately.filter(({ newId, id }) => {
      const people = new Set((notified.get(id) ?? []).map(({ accountId }) => accountId));
      return (messages.get(newId) ?? []).every(({ accountId }) => people.has(accountId));
    });
    if (same.length === 0) return planned;
    const expiries = new Map(begun.map(({ id, expiresAt }) => [id, expiresAt]));
    const reopened = same.map((each) => ({ ...each, expiresAt: expiries.get(each.newId) ?? null }));
    await announceAlerts(tx, await reopenAlerts(tx, reopened, clock.now()));
    const left = same.flatMap(({ newId, id }) => leftOf(messages.get(newId) ?? [], notified.get(id) ?? []));
    const replaced = new Set(same.map(({ newId }) => newId));
    return [...planned.filter(({ alertId }) => !replaced.has(alertId)), ...left];
  };

  /** Begins alerts, at most one per cause, and plans the messages to every recipient, in the caller's transaction. */
  return async (tx: Executor, causes: readonly Cause[]): Promise<void> => {
    if (causes.length === 0) return;
    const recipients = await planning.recipientsOf([...new Set(causes.map(({ deviceId }) => deviceId))]);
    const alerts = causes
      .flatMap((cause) => {
        const serial = recipients.get(cause.deviceId)?.[0]?.serial;
        return serial === undefined ? [] : [{ ...cause, id: randomUUID(), serial }];
      })
      .sort((one, other) => one.deviceId - other.deviceId || one.kind.localeCompare(other.kind));
    const begun = await insertAlerts(tx, alerts, clock.now());
    if (begun.length === 0) return;
    await planning.enqueueDeliveries(tx, await reopen(tx, begun, await planning.plan(tx, begun, recipients)));
  };
}

/** Returns the messages of a reopened alert that were dropped because the alert was over. */
function leftOf(planned: readonly PlannedDelivery[], notified: readonly NotifiedPerson[]): PlannedDelivery[] {
  return planned.flatMap((delivery) => {
    const known = notified.find(
      ({ accountId, channel }) => accountId === delivery.accountId && channel === delivery.channel,
    );
    return known?.state === 'over' ? [{ ...delivery, id: known.id, alertId: known.alertId }] : [];
  });
}
