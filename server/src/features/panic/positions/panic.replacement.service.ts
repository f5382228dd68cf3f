import type { ReplacedDevice } from '#features/devices/devices.port';
import type { Executor } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Chain } from '../chain/panic.chain.service.ts';
import { insertDevices, lockKeys } from '../events/panic.events.store.ts';
import { lockKeysOf } from '../events/panic.grouping.rules.ts';
import { listDevices, lockOpenWithDevice } from '../incidents/panic.incidents.store.ts';
import { locateJob } from '../panic.work.service.ts';

export interface ReplacementDependencies {
  jobs: Jobs;
  chain: Pick<Chain, 'peopleOf'>;
  publishIn(tx: Executor, incidentId: string): Promise<void>;
}

/**
 * Adds the tracker that replaces another one to the open incidents of the same wearer, and requests its position. The
 * replaced tracker reports no more.
 */
export function createReplacement({ jobs, chain, publishIn }: ReplacementDependencies) {
  return async (tx: Executor, { from, to }: ReplacedDevice): Promise<void> => {
    // A concurrent press commits first, or finds the tracker replaced.
    await lockKeys(tx, lockKeysOf({ source: 'tracker', hub: null, deviceIds: [from.id] }));
    const { devices } = await chain.peopleOf(tx, [to.id]);
    for (const { id } of await lockOpenWithDevice(tx, from.id)) {
      const pressed = (await listDevices(tx, [id])).find(({ deviceId }) => deviceId === from.id);
      const ofWearer = devices.filter(({ userId }) => userId === pressed?.userId);
      if (ofWearer.length === 0) continue;
      await insertDevices(tx, id, ofWearer);
      await jobs.enqueue(tx, locateJob, { incidentId: id }, { key: id });
      await publishIn(tx, id);
    }
  };
}
