import { randomUUID } from 'node:crypto';
import { alertChannels, quietUntil, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import { announceAlerts } from '../alerts.events.ts';
import { withinLimit } from './alerts.limit.rules.ts';
import { lockMailCounts } from './alerts.limit.store.ts';
import { addresseesOf, type Addressee, type PeopleDependencies } from '../alerts.people.service.ts';
import { isNotifiedOf } from '../alerts.policy.ts';
import { insertDeliveries, type NewDelivery } from '../alerts.store.ts';
import { z } from 'zod';

/** Each channel has a separate job, so a push service that hangs does not delay emails. */
const deliveryPayload = z.object({ deliveryId: z.string() });
export const deliverJobs = {
  email: defineJob('alerts.mail', deliveryPayload),
  push: defineJob('alerts.push', deliveryPayload),
} as const;

export interface NotificationDependencies extends PeopleDependencies {
  clock: Clock;
  jobs: Jobs;
  devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf'>;
}

export interface PlannedDelivery extends NewDelivery {
  readonly kind: AlertKind;
}

type Begun = { id: string; deviceId: number; kind: AlertKind };
type Recipients = ReadonlyMap<number, readonly RelationTo[]>;

/** Determines the recipients of an alert and the messages for each recipient. */
export type DeliveryPlanning = ReturnType<typeof createDeliveryPlanning>;

export function createDeliveryPlanning(dependencies: NotificationDependencies) {
  const { clock, jobs, devices } = dependencies;

  const deliveriesOf = (
    { id: alertId, deviceId, kind }: Begun,
    { id: accountId, choices, quietHours, timeZone }: Addressee,
  ): PlannedDelivery[] => {
    const now = clock.now();
    const quietEnd = quietUntil(now, quietHours, timeZone) ?? now;
    return alertChannels
      .filter((channel) => choices[kind][channel])
      .map((channel) => {
        const isPortal = channel === 'portal';
        const [state, dueAt] = isPortal ? (['sent', now] as const) : (['waiting', quietEnd] as const);
        return { id: randomUUID(), alertId, deviceId, kind, accountId, channel, state, dueAt };
      });
  };

  const limited = async (tx: Executor, planned: readonly PlannedDelivery[]): Promise<readonly PlannedDelivery[]> => {
    const mailed = planned.filter(({ channel }) => channel === 'email').map(({ accountId }) => accountId);
    if (mailed.length === 0) return planned;
    const since = new Date(clock.now().getTime() - DAY_MS);
    return withinLimit(planned, await lockMailCounts(tx, [...new Set(mailed)], since));
  };

  return {
    /** By device. */
    async recipientsOf(deviceIds: readonly number[]): Promise<Recipients> {
      const parties = await devices.partiesOf(deviceIds);
      const relations = await devices.relationsOf(deviceIds, [...new Set([...parties.values()].flat())]);
      return Map.groupBy(relations.filter(isNotifiedOf), ({ deviceId }) => deviceId);
    },

    /** Plans the messages of these alerts without writing to the database. */
    async plan(tx: Executor, alerts: readonly Begun[], recipients: Recipients): Promise<PlannedDelivery[]> {
      const relationsTo = ({ deviceId }: Begun): readonly RelationTo[] => recipients.get(deviceId) ?? [];
      const ids = alerts.flatMap((alert) => relationsTo(alert).map(({ accountId }) => accountId));
      const addressees = await addresseesOf(tx, dependencies, [...new Set(ids)]);
      return alerts.flatMap((alert) =>
        relationsTo(alert).flatMap(({ accountId }) => {
          const person = addressees.get(accountId);
          return person === undefined ? [] : deliveriesOf(alert, person);
        }),
      );
    },

    async enqueueDeliveries(tx: Executor, planned: readonly PlannedDelivery[]): Promise<void> {
      const deliveries = await limited(tx, planned);
      await insertDeliveries(tx, deliveries);
      for (const channel of ['email', 'push'] as const) {
        const waiting = deliveries.filter((delivery) => delivery.channel === channel && delivery.state === 'waiting');
        await jobs.enqueueAll(
          tx,
          deliverJobs[channel],
          // The key includes the due time: a reopened message may still have the job that found the alert over.
          waiting.map(({ id, dueAt }) => ({
            payload: { deliveryId: id },
            key: `${id}:${dueAt.getTime()}`,
            runAt: dueAt,
          })),
        );
      }
      const listed = deliveries.filter(({ channel }) => channel === 'portal');
      await announceAlerts(
        tx,
        listed.map(({ accountId }) => accountId),
      );
    },
  };
}
