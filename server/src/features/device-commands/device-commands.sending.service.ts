import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Gateway } from '#platform/devices/gateway';
import type { Log } from '#platform/log/log';
import type { Finishing } from './device-commands.finish.service.ts';
import type { CommandPurpose, SendHandler } from './device-commands.port.ts';
import type { ProgressPublisher } from './device-commands.publish.service.ts';
import { createFindOrphaned } from './device-commands.sender-access.service.ts';
import {
  markAcknowledged,
  putBack,
  takeWaiting,
  type CommandStep,
  type OutgoingCommand,
} from './device-commands.store.ts';

/** Commands sent to a device per batch. */
const DELIVER_LIMIT = 20;

export interface SendingDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  devices: Pick<DevicesPort, 'deviceIdsOf' | 'relationsOf'>;
  finishing: Finishing;
  progress: ProgressPublisher;
}

/** Sends the waiting commands of a device over its connection. */
export function createSending({ database, clock, log, devices, finishing, progress }: SendingDependencies) {
  const completers = new Map<CommandPurpose, SendHandler>();
  const findOrphaned = createFindOrphaned(devices);

  const publishProgress = async (steps: readonly CommandStep[]): Promise<void> =>
    progress.publish(database.sql, steps, await progress.partiesOf(steps));

  /** A command that cannot be completed is not sent. The other commands of the batch are sent. */
  const complete = async (command: OutgoingCommand): Promise<OutgoingCommand[]> => {
    try {
      const added = await completers.get(command.purpose)?.(command);
      return [{ ...command, parameters: { ...command.parameters, ...added } }];
    } catch (error) {
      log.error(
        { err: error, requestId: command.requestId },
        'Completing the parameters of a command failed, the command was not sent',
      );
      return [];
    }
  };

  const deliver = async (line: Pick<Gateway, 'commandConnectionOf' | 'send'>, serial: string): Promise<void> => {
    const connectionNumber = line.commandConnectionOf(serial);
    if (connectionNumber === null) return;
    // A command from before a removal must not reach the next registration of the same serial.
    const id = (await devices.deviceIdsOf([serial])).get(serial);
    if (id === undefined) return;
    const taken = await takeWaiting(database.sql, { id, serial, connectionNumber }, clock.now(), DELIVER_LIMIT);
    const orphaned = new Set(await findOrphaned(taken));
    for (const command of orphaned) await finishing.cancel(command);
    const wanted = taken.filter((command) => !orphaned.has(command));
    const completed = (await Promise.all(wanted.map(complete))).flat();
    const unsent = completed.filter(
      (command) => line.send(serial, messageOf(command), connectionNumber) === 'not_sent',
    );
    const unsentIds = unsent.map((command) => command.requestId);
    if (unsent.length > 0) await putBack(database.sql, unsentIds, connectionNumber);
    await publishProgress(completed.filter((command) => !unsentIds.includes(command.requestId)));
    if (unsent.length === 0 && taken.length === DELIVER_LIMIT) await deliver(line, serial);
  };

  return {
    deliver,

    async noteReceipt(requestId: string, serial: string): Promise<void> {
      await publishProgress(await markAcknowledged(database.sql, requestId, serial, clock.now()));
    },

    onSending(purpose: CommandPurpose, completer: SendHandler): void {
      if (completers.has(purpose)) throw new Error(`a send handler for ${purpose} is already registered`);
      completers.set(purpose, completer);
    },
  };
}

const NEVER_MS = Date.UTC(9999, 0, 1);

function messageOf(command: {
  requestId: string;
  command: CommandMessage['command'];
  parameters: Record<string, unknown>;
  expiresAt: Date | null;
}): CommandMessage {
  return {
    v: 1,
    requestId: command.requestId,
    command: command.command,
    parameters: command.parameters,
    expiresAt: command.expiresAt?.getTime() ?? NEVER_MS,
  };
}
