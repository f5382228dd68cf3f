import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Gateway } from '#platform/devices/gateway/gateway';
import { createGroupedCall } from '#platform/grouping/grouped-call';
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
  type Receiver,
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

  /** Devices that reconnect at once, as after a restart, share their two questions to the database. */
  const take = createGroupedCall(async (lines: readonly Omit<Receiver, 'id'>[]): Promise<OutgoingCommand[][]> => {
    const ids = await devices.deviceIdsOf(lines.map(({ serial }) => serial));
    // A device that asks twice in one call gets its commands once, over its newest connection.
    const newest = new Map(lines.map((line) => [line.serial, line]));
    const receivers = [...newest.values()].flatMap((line) => {
      const id = ids.get(line.serial);
      // A command from before a removal must not reach the next registration of the same serial.
      return id === undefined ? [] : [{ ...line, id }];
    });
    const taken = Map.groupBy(await takeWaiting(database.sql, receivers, clock.now(), DELIVER_LIMIT), serialOf);
    return lines.map((line) => (newest.get(line.serial) === line ? (taken.get(line.serial) ?? []) : []));
  });

  const deliver = async (line: Pick<Gateway, 'commandConnectionOf' | 'send'>, serial: string): Promise<void> => {
    const connectionNumber = line.commandConnectionOf(serial);
    if (connectionNumber === null) return;
    const taken = await take({ serial, connectionNumber });
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

const serialOf = ({ serial }: OutgoingCommand): string => serial;

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
