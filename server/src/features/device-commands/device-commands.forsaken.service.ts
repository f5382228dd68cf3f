import type { DevicesPort } from '#features/devices/devices.port';
import type { Database, Executor } from '#platform/db/database';
import { listUnfinishedOf, listWaiting, listWaitingOf } from './device-commands.forsaken.store.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import type { CommandStep } from './device-commands.store.ts';

/** A command with whoever sent it. */
export interface SentCommand extends CommandStep {
  createdAt: Date;
}

/** Commands that are looked at in one go. */
const STEP = 500;

/** Those of these commands whose sender has nothing to do with the device any more, or had to do with it anew since. */
export type FindForsaken = <Command extends SentCommand>(commands: readonly Command[]) => Promise<Command[]>;

/** A command is its sender's while they stand to the device: what they gave it does not outlast that. */
export function createFindForsaken(devices: Pick<DevicesPort, 'relationsOf'>): FindForsaken {
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

export interface Forsaken {
  /** Cancels what waits for a device and is forsaken; harmless when nothing is. */
  endForsaken(deviceId: number): Promise<void>;
  /** The same for all devices: memberships, certifications and accounts end too. */
  sweep(): Promise<void>;
  /** IDEV-10: nothing goes to a device that was replaced. In the transaction that replaces it. */
  endOfDevice(tx: Executor, deviceId: number): Promise<void>;
}

export function createForsaken(
  database: Database,
  commands: Pick<DeviceCommandsService, 'takeBack' | 'replace'>,
  findForsaken: FindForsaken,
): Forsaken {
  const endAll = async (waiting: readonly SentCommand[]): Promise<void> => {
    for (const command of await findForsaken(waiting)) await commands.takeBack(command, async () => {});
  };

  return {
    endForsaken: async (deviceId) => endAll(await listWaitingOf(database.sql, deviceId)),

    async sweep() {
      let last: SentCommand | null = null;
      do {
        const waiting: SentCommand[] = await listWaiting(database.sql, last, STEP);
        await endAll(waiting);
        last = waiting.length < STEP ? null : waiting.at(-1)!;
      } while (last !== null);
    },

    async endOfDevice(tx, deviceId) {
      // Whoever sent one hears of it; the others hear that the device was replaced.
      await commands.replace(tx, await listUnfinishedOf(tx, deviceId), new Map());
    },
  };
}
