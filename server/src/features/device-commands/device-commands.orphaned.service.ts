import type { Database, Executor } from '#platform/db/database';
import { listUnfinishedOf, listWaiting, listWaitingOf } from './device-commands.orphaned.store.ts';
import type { FindOrphaned } from './device-commands.sender-access.service.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import type { SentCommand } from './device-commands.store.ts';

/** Commands per batch. */
const STEP = 500;

export type OrphanedCommands = ReturnType<typeof createOrphanedCommands>;

export function createOrphanedCommands(
  database: Database,
  commands: Pick<DeviceCommandsService, 'takeBack' | 'replace'>,
  findOrphaned: FindOrphaned,
) {
  const endAll = async (waiting: readonly SentCommand[]): Promise<void> => {
    for (const command of await findOrphaned(waiting)) await commands.takeBack(command, async () => {});
  };

  return {
    /** Cancels the orphaned waiting commands of a device. A call without orphaned commands has no effect. */
    cancelOrphaned: async (deviceId: number): Promise<void> => endAll(await listWaitingOf(database.sql, deviceId)),

    /** Cancels the orphaned commands of all devices: memberships, certifications and accounts end too. */
    async sweep(): Promise<void> {
      let last: SentCommand | null = null;
      do {
        const waiting: SentCommand[] = await listWaiting(database.sql, last, STEP);
        await endAll(waiting);
        last = waiting.length < STEP ? null : waiting.at(-1)!;
      } while (last !== null);
    },

    /** IDEV-10: ends the commands of a replaced device, inside the transaction that replaces the device. */
    async endOfDevice(tx: Executor, deviceId: number): Promise<void> {
      // Each sender is notified of the command's end. Other users are notified of the device's replacement.
      await commands.replace(tx, await listUnfinishedOf(tx, deviceId), new Map());
    },
  };
}
