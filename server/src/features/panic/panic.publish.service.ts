import type { DevicesPort } from '#features/devices/devices.port';
import type { Database, Executor } from '#platform/db/database';
import { listRecipients } from './chain/panic.recipients.store.ts';
import { findIncident, listDevices } from './incidents/panic.incidents.store.ts';
import { publishChange } from './panic.events.ts';

export interface PublishingDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'everyoneOf'>;
}

/** Publishes changes of incidents to the open pages of all people with access. */
export function createPublishing({ database, devices }: PublishingDependencies) {
  const publishIn = async (tx: Executor, incidentId: string): Promise<void> => {
    const incident = await findIncident(tx, incidentId);
    if (incident === null) return;
    const rows = await listDevices(tx, [incidentId]);
    const wearers = rows.flatMap(({ userId }) => userId ?? []);
    const recipients = (await listRecipients(tx, incidentId)).filter(({ notifiedAt }) => notifiedAt !== null);
    const ids = rows.map(({ deviceId }) => deviceId);
    // A test is shown to its participants only.
    const serviced = incident.isTest || ids.length === 0 ? [] : await devices.everyoneOf(tx, ids);
    const others = serviced.flatMap(({ people }) => people).filter(({ relation }) => relation !== 'assigned_user');
    const audience = [
      ...wearers,
      ...recipients.flatMap(({ accountId }) => accountId ?? []),
      ...others.map(({ accountId }) => accountId),
    ];
    const isRinging = incident.takenAt === null && incident.closedAt === null;
    await publishChange(tx, { id: incidentId, isRinging }, audience);
  };

  return {
    publishIn,
    publish: (incidentId: string): Promise<void> => database.transaction((tx) => publishIn(tx, incidentId)),
  };
}
