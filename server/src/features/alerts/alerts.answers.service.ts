import { randomUUID } from 'node:crypto';
import type { AnswerHandler } from '#features/location-access/location-access.port';
import type { Clock } from '#platform/clock/clock';
import { announceAlerts } from './alerts.events.ts';
import { insertDeliveries, insertNotice } from './alerts.store.ts';

/**
 * LOCREQ-05: notifies the requester of the user's answer in the portal, in the transaction of the answer. The email
 * about the answer is sent by location-access.
 */
export const notifyOfAnswer =
  ({ clock }: { clock: Clock }): AnswerHandler =>
  async (tx, { deviceId, serial, requesterId, answer }) => {
    const id = randomUUID();
    const at = clock.now();
    await insertNotice(tx, { id, deviceId, serial, kind: `access_${answer}`, at });
    await insertDeliveries(tx, [
      { id: randomUUID(), alertId: id, deviceId, accountId: requesterId, channel: 'portal', state: 'sent', dueAt: at },
    ]);
    await announceAlerts(tx, [requesterId]);
  };
