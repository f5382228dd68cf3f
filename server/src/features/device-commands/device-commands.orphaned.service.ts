import type { Database, Executor } from '#platform/db/database';
import { listUnfinishedOf, listWaiting, listWaitingOf } from './device-commands.orphaned.store.ts';
import type { FindForsaken } from './device-commands.sender-access.service.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import type { SentCommand } from './device-commands.store.ts';

/** Commands per batch. */
const STEP = 500;

export interface OrphanedCommands {
  /** Cancels the orphaned waiting commands of a device. A call without orphaned commands has no effect. */
  cancelOrphaned(deviceId: number): Promise<void>;
  /** The same for all devices: memberships, certifications and accounts end too. */
  sweep(): Promise<void>;
  /** IDEV-10: ends the commands of a replaced device, inside the transaction that replaces the device. */
  endOfDevice(tx: Executor, deviceId: number): Promise<void>;
}

export function createForsaken(
  database: Database,
  commands: Pick<DeviceCommandsService, 'takeBack' | 'replace'>,
  findForsaken: FindForsaken,
): OrphanedCommands {
  const endAll = async (waiting: readonly SentCommand[]): Promise<void> => {
    for (const command of await findForsaken(waiting)) await commands.takeBack(command, async () => {});
  };

  return {
    cancelOrphaned: async (deviceId) => endAll(await listWaitingOf(database.sql, deviceId)),

    async sweep() {
      let last: SentCommand | null = null;
      do {
        const waiting: SentCommand[] = await listWaiting(database.sql, last, STEP);
        await endAll(waiting);
        last = waiting.length < STEP ? null : waiting.at(-1)!;
      } while (last !== null);
    },

    async endOfDevice(tx, deviceId) {
      // Each sender is notified of the command's end. Other users are notified of the device's replacement.
      await commands.replace(tx, await listUnfinishedOf(tx, deviceId), new Map());
    },
  };
}
