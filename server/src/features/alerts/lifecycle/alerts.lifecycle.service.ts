import { alertRules, type AlertKind } from '@trace/contract/alerts/alerts.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceEvent } from '#features/device-health/device-health.port';
import type { DeviceCondition, DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Database, Executor } from '#platform/db/database';
import { causeOf, changesBy, takesInMs, type Changes } from './alerts.lifecycle.rules.ts';
import { createBegin } from './alerts.begin.service.ts';
import {
  endAlerts,
  lockOpen,
  keepOpen,
  listOpen,
  noteEvents,
  type EventCause,
  type OpenAlert,
} from './alerts.lifecycle.store.ts';
import { createSweep } from './alerts.sweep.service.ts';
import { announceAlerts } from '../alerts.events.ts';
import type { NotificationDependencies } from '../delivery/alerts.delivery-planning.service.ts';

/** Events and reports arrive on separate channels. If the device clock is stuck, their order is unknown. */
const SETTLES_AFTER_MS = 10 * SECOND_MS;

export type Causes = ReturnType<typeof createCauses>;

export interface CausesDependencies extends NotificationDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'partiesOf' | 'relationsOf' | 'deviceIdsOf'>;
  deviceStatus: Pick<DeviceStatusPort, 'lockStatus'>;
}

/** ALRT-01: begins and ends alerts and decides when messages are sent. */
export function createCauses(dependencies: CausesDependencies) {
  const { clock, deviceStatus } = dependencies;
  const begin = createBegin(dependencies);

  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);

  const endAll = async (tx: Executor, ids: readonly string[], notedBefore: Date | null = null): Promise<void> => {
    if (ids.length > 0) await announceAlerts(tx, await endAlerts(tx, ids, { at: clock.now(), notedBefore }));
  };

  const openOf = async (tx: Executor, deviceIds: readonly number[]): Promise<Map<number, OpenAlert[]>> =>
    Map.groupBy(await lockOpen(tx, deviceIds), ({ deviceId }) => deviceId);

  return {
    begin,
    sweep: createSweep(dependencies),

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
      await deviceStatus.lockStatus(tx, deviceIds);
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
  };
}

/** Returns the last sent event of each cause when several events of a cause arrive together. */
function newestOfEach<One extends EventCause>(causes: readonly One[]): One[] {
  const inOrder = causes.toSorted((one, other) => one.boot - other.boot || one.ts - other.ts);
  return [...new Map(inOrder.map((cause) => [`${cause.deviceId} ${cause.kind}`, cause])).values()];
}
