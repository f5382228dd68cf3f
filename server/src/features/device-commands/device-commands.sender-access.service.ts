import type { DevicesPort } from '#features/devices/devices.port';
import type { SentCommand } from './device-commands.store.ts';

/** Those of these commands whose sender has nothing to do with the device any more, or had to do with it anew since. */
export type FindForsaken = <Command extends SentCommand>(commands: readonly Command[]) => Promise<Command[]>;

/** A command is its sender's while they stand to the device: what they gave it does not outlast that. */
export function createFindOrphaned(devices: Pick<DevicesPort, 'relationsOf'>): FindForsaken {
  return async (commands) => {
    // The portal's own go by its own rules, and live mode by those of who watches.
    const ofPeople = commands.filter(({ purpose, sentBy }) => sentBy !== null && purpose !== 'live');
    if (ofPeople.length === 0) return [];
    const relations = await devices.relationsOf(
      [...new Set(ofPeople.map(({ deviceId }) => deviceId))],
      [...new Set(ofPeople.map(({ sentBy }) => sentBy!))],
    );
    const known = new Map(relations.map((one) => [`${one.deviceId} ${one.accountId}`, one]));
    return ofPeople.filter(({ deviceId, sentBy, createdAt }) => {
      const relation = known.get(`${deviceId} ${sentBy}`);
      // An installer's time with a device begins anew with each end of an assignment; a user's with another assignment.
      return relation === undefined || (relation.relation === 'assigned_user' && relation.since > createdAt);
    });
  };
}
