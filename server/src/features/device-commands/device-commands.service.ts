import { commandParameters, type CommandMessage } from '@trace/contract/device-protocol/commands';
import type { ReplyMessage } from '@trace/contract/device-protocol/messages';
import type { DevicesPort } from '#features/devices/devices.port';
import { createWatchdog } from '#platform/clock/watchdog';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Gateway } from '#platform/devices/gateway';
import type { Log } from '#platform/log/log';
import { createFindOrphaned } from './device-commands.sender-access.service.ts';
import type {
  CommandPurpose,
  DeviceCommandsPort,
  FinishedCommand,
  FinishHandler,
  SendHandler,
} from './device-commands.port.ts';
import {
  COMMAND_FINISHED_CHANNEL,
  COMMAND_WAITING_CHANNEL,
  findCommandState,
  findFinished,
  finishAnswered,
  finishCancelled,
  finishExpired,
  findStep,
  insertCommand,
  markAcknowledged,
  putBack,
  takeWaiting,
  type CommandStep,
  type OutgoingCommand,
} from './device-commands.store.ts';
import { createPublisher, type Parties, type ProgressPublisher } from './device-commands.publish.service.ts';

/** Commands sent to a device per batch. */
const DELIVER_LIMIT = 20;
const EXPIRE_LIMIT = 500;
const EXPIRE_EVERY_MS = 500;
/** Rounds that fail for so long mean that commands are not looked after. */
const LATE_AFTER_MS = 15_000;
/** A wake that got lost on the way (a broken listener) is made up for this often. */
const LOOK_AGAIN_MS = 2_000;

/** The part of the gateway that commands need: a connection for sending, and acknowledgements. */
export type CommandLine = Pick<Gateway, 'isConnected' | 'send' | 'onCommandAcknowledged' | 'onReady'>;

export interface DeviceCommandsDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  devices: Pick<DevicesPort, 'partiesOf' | 'deviceIdsOf' | 'relationsOf'>;
}

export interface DeviceCommandsService extends DeviceCommandsPort {
  /**
   * Cancels an unsent command. Returns false when the command was sent or has ended. `also` runs in the same
   * transaction.
   */
  takeBack(step: CommandStep, also: (executor: Executor) => Promise<void>): Promise<boolean>;
  /** Cancels commands in the caller's transaction, and says which; `after` is for when that has committed. */
  replace(
    executor: Executor,
    requestIds: readonly string[],
    parties: Parties,
  ): Promise<{ ended: ReadonlySet<string>; after: () => void }>;
  readonly progress: ProgressPublisher;
  /** True while commands are sent and overdue commands expire. */
  isDelivering(): boolean;
  /** Ends the commands that a batch of replies answers, in the transaction that stores the batch. */
  takeReplies(executor: Executor, replies: readonly DeviceMessage<ReplyMessage>[]): Promise<() => void>;
  /** Begins to deliver over this line. */
  start(line: CommandLine): Promise<Stop>;
}

export function createDeviceCommandsService({
  database,
  clock,
  log,
  devices,
}: DeviceCommandsDependencies): DeviceCommandsService {
  const handlers = new Map<CommandPurpose, FinishHandler>();
  const completers = new Map<CommandPurpose, SendHandler>();
  const waiters = new Map<string, Set<(finished: FinishedCommand) => void>>();
  const beat = createWatchdog(clock, LATE_AFTER_MS);

  const findForsaken = createFindOrphaned(devices);
  const progress = createPublisher(devices);
  const publishProgress = async (steps: readonly CommandStep[]): Promise<void> =>
    progress.publish(database.sql, steps, await progress.partiesOf(steps));

  /** Calls the owning feature's handler and publishes to the parties, in the transaction that ends the command. */
  const settle = async (
    executor: Executor,
    finished: readonly FinishedCommand[],
    parties?: Parties,
  ): Promise<() => void> => {
    const afterCommit: (() => void)[] = [];
    await progress.publish(executor, finished, parties ?? (await progress.partiesOf(finished)));
    for (const command of finished) {
      const after = await handlers.get(command.purpose)?.(executor, command);
      if (after) afterCommit.push(after);
    }
    return () => {
      for (const run of afterCommit) run();
    };
  };

  const inTransaction = async (
    end: (executor: Executor) => Promise<FinishedCommand[]>,
    parties?: Parties,
  ): Promise<number> => {
    const { count, after } = await database.transaction(async (tx) => {
      const finished = await end(tx);
      return { count: finished.length, after: await settle(tx, finished, parties) };
    });
    after();
    return count;
  };

  const end = async (
    step: CommandStep,
    which: { onlyWaiting?: boolean },
    also: (executor: Executor) => Promise<void>,
  ): Promise<boolean> => {
    // Loaded before the transaction: a transaction that waits for a second pool connection can deadlock.
    const parties = await progress.partiesOf([step]);
    const cancelled = await inTransaction(async (tx) => {
      const finished = await finishCancelled(tx, step.requestId, clock.now(), which);
      if (finished.length > 0) await also(tx);
      return finished;
    }, parties);
    return cancelled === 1;
  };

  const wake = async (requestId: string): Promise<void> => {
    if (!waiters.has(requestId)) return;
    const finished = await findFinished(database.sql, requestId);
    if (finished === null) return;
    for (const resolve of waiters.get(requestId) ?? []) resolve(finished);
  };

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

  const deliver = async (line: CommandLine, serial: string): Promise<void> => {
    if (!line.isConnected(serial)) return;
    // A command from before a removal must not reach the next registration of the same serial.
    const id = (await devices.deviceIdsOf([serial])).get(serial);
    if (id === undefined) return;
    const taken = await takeWaiting(database.sql, { id, serial }, clock.now(), DELIVER_LIMIT);
    const forsaken = new Set(await findForsaken(taken));
    for (const command of forsaken) await end(command, {}, async () => {});
    const wanted = taken.filter((command) => !forsaken.has(command));
    const completed = (await Promise.all(wanted.map(complete))).flat();
    const unsent = completed.filter((command) => line.send(serial, messageOf(command)) === 'not_connected');
    const unsentIds = unsent.map((command) => command.requestId);
    if (unsent.length > 0) await putBack(database.sql, unsentIds);
    await publishProgress(completed.filter((command) => !unsentIds.includes(command.requestId)));
    if (unsent.length === 0 && taken.length === DELIVER_LIMIT) await deliver(line, serial);
  };

  const noteReceipt = async (requestId: string, serial: string): Promise<void> =>
    publishProgress(await markAcknowledged(database.sql, requestId, serial, clock.now()));

  const quietly = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, what));
  };

  return {
    async issue(executor, command) {
      const parameters = commandParameters[command.command].parse(command.parameters) as typeof command.parameters;
      return insertCommand(executor, { ...command, parameters }, clock.now());
    },
    async cancel(requestId) {
      const step = await findStep(database.sql, requestId);
      return step !== null && end(step, {}, async () => {});
    },
    async cancelWaiting(requestId, also) {
      const step = await findStep(database.sql, requestId);
      return step !== null && end(step, { onlyWaiting: true }, also);
    },
    takeBack: (step, also) => end(step, { onlyWaiting: true }, also),
    async replace(executor, requestIds, parties) {
      const finished: FinishedCommand[] = [];
      for (const requestId of requestIds) finished.push(...(await finishCancelled(executor, requestId, clock.now())));
      const after = await settle(executor, finished, parties);
      return { ended: new Set(finished.map(({ requestId }) => requestId)), after };
    },
    progress,
    async whenFinished(requestId, signal) {
      const { promise, resolve } = Promise.withResolvers<FinishedCommand | null>();
      const waiting = waiters.get(requestId) ?? new Set();
      waiters.set(requestId, waiting.add(resolve));
      const giveUp = (): void => resolve(null);
      signal.addEventListener('abort', giveUp);
      const stopLooking = clock.every(LOOK_AGAIN_MS, () => wake(requestId));
      try {
        if (signal.aborted) return null;
        await wake(requestId);
        return await promise;
      } finally {
        stopLooking();
        signal.removeEventListener('abort', giveUp);
        waiting.delete(resolve);
        if (waiting.size === 0) waiters.delete(requestId);
      }
    },
    onFinished(purpose, handler) {
      if (handlers.has(purpose)) throw new Error(`the end of ${purpose} commands is heard already`);
      handlers.set(purpose, handler);
    },
    onSending(purpose, completer) {
      if (completers.has(purpose)) throw new Error(`the sending of ${purpose} commands is completed already`);
      completers.set(purpose, completer);
    },
    stateOf: findCommandState,
    isDelivering: beat.isAlive,
    async takeReplies(executor, replies) {
      const finished = await finishAnswered(
        executor,
        replies.map(({ deviceId, receivedAt, message }) => ({
          requestId: message.requestId,
          deviceId,
          answeredAt: receivedAt,
          boot: message.boot,
          seq: message.seq,
          result: message.result,
        })),
      );
      return settle(executor, finished);
    },
    async start(line) {
      const stops = [
        await database.listen(COMMAND_WAITING_CHANNEL, (serial) =>
          quietly(deliver(line, serial), 'Delivering queued commands failed, retrying when the device reconnects'),
        ),
        await database.listen(COMMAND_FINISHED_CHANNEL, (requestId) =>
          quietly(wake(requestId), 'Forwarding a command result failed, the waiting request times out'),
        ),
        line.onReady((serial) =>
          quietly(deliver(line, serial), 'Delivering queued commands failed, retrying when the device reconnects'),
        ),
        line.onCommandAcknowledged((requestId, serial) =>
          quietly(
            noteReceipt(requestId, serial),
            'Saving a command acknowledgement failed, the command still shows as sent',
          ),
        ),
        clock.every(EXPIRE_EVERY_MS, async () => {
          await inTransaction((tx) => finishExpired(tx, clock.now(), EXPIRE_LIMIT)).then(beat.reset, (error: unknown) =>
            log.error({ err: error }, 'Expiring overdue commands failed, retrying in the next sweep'),
          );
        }),
      ];
      beat.reset();
      return () => {
        beat.end();
        for (const stop of stops) stop();
      };
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
