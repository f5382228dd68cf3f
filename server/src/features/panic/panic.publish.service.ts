import type { DevicesPort } from '#features/devices/devices.port';
import type { Database, Executor } from '#platform/db/database';
import { findAudience } from './incidents/panic.incidents.store.ts';
import { publishChange } from './panic.events.ts';

export interface PublishingDependencies {
  database: Database;
  devices: Pick<DevicesPort, 'everyoneOf'>;
}

/** Publishes changes of incidents to the open pages of all people with access. */
export function createPublishing({ database, devices }: PublishingDependencies) {
  const publishIn = async (tx: Executor, incidentId: string): Promise<void> => {
    const audience = await findAudience(tx, incidentId);
    if (audience === null) return;
    const { isTest, isRinging, deviceIds, accountIds } = audience;
    // A test is shown to its participants only.
    const serviced = isTest || deviceIds.length === 0 ? [] : await devices.everyoneOf(tx, deviceIds);
    const others = serviced.flatMap(({ people }) => people).filter(({ relation }) => relation !== 'assigned_user');
    const all = [...accountIds, ...others.map(({ accountId }) => accountId)];
    await publishChange(tx, { id: incidentId, isRinging }, all);
  };

  return {
    publishIn,
    publish: (incidentId: string): Promise<void> => database.transaction((tx) => publishIn(tx, incidentId)),
  };
}
