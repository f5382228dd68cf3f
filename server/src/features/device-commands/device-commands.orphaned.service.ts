import type { Database, Executor } from '#platform/db/database';
import { listUnfinishedOf, listWaiting, listWaitingOf } from './device-commands.orphaned.store.ts';
import type { FindForsaken } from './device-commands.sender-access.service.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import type { SentCommand } from './device-commands.store.ts';

/** Commands that are looked at in one go. */
const STEP = 500;

export interface OrphanedCommands {
  /** Cancels what waits for a device and is forsaken; harmless when nothing is. */
  cancelOrphaned(deviceId: number): Promise<void>;
  /** The same for all devices: memberships, certifications and accounts end too. */
  sweep(): Promise<void>;
  /** IDEV-10: nothing goes to a device that was replaced. In the transaction that replaces it. */
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
      // Whoever sent one hears of it; the others hear that the device was replaced.
      await commands.replace(tx, await listUnfinishedOf(tx, deviceId), new Map());
    },
  };
}
