import type { DevicesPort } from '#features/devices/devices.port';
import type { SentCommand } from './device-commands.store.ts';

/**
 * Returns the orphaned commands: the sender has lost access to the device, or has gained access anew since the command.
 */
export type FindOrphaned = <Command extends SentCommand>(commands: readonly Command[]) => Promise<Command[]>;

/** A command is valid only while the sender keeps access to the device. */
export function createFindOrphaned(devices: Pick<DevicesPort, 'relationsOf'>): FindOrphaned {
  return async (commands) => {
    // The portal's own commands follow their own rules. Live tracking follows the rules of the watching users.
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
