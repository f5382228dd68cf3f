import { randomUUID } from 'node:crypto';
import type { SupportAccessHandler } from '#features/location-access/location-access.port';
import type { Clock } from '#platform/clock/clock';
import type { Jobs } from '#platform/jobs/jobs';
import { announceAlerts } from './alerts.events.ts';
import { deliverJobs } from './delivery/alerts.delivery-planning.service.ts';
import { insertDeliveries, insertNotice } from './alerts.store.ts';

/**
 * SUPL-07: notifies the user of a device in the portal and by push that support can see the location, in the transaction
 * that opens the access. The email is sent by location-access.
 */
export const notifyOfSupportAccess =
  ({ clock, jobs }: { clock: Clock; jobs: Jobs }): SupportAccessHandler =>
  async (tx, { deviceId, serial, userId: accountId }) => {
    const [alertId, pushId] = [randomUUID(), randomUUID()];
    const at = clock.now();
    await insertNotice(tx, { id: alertId, deviceId, serial, kind: 'support_access', at });
    const common = { alertId, deviceId, accountId, dueAt: at };
    await insertDeliveries(tx, [
      { ...common, id: randomUUID(), channel: 'portal', state: 'sent' },
      { ...common, id: pushId, channel: 'push', state: 'waiting' },
    ]);
    await jobs.enqueueAll(tx, deliverJobs.push, [{ payload: { deliveryId: pushId }, key: pushId, runAt: at }]);
    await announceAlerts(tx, [accountId]);
  };
