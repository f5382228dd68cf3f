import { commandParameters } from '@trace/contract/device-protocol/commands';
import { withServerFixTime, type ReplyMessage } from '@trace/contract/device-protocol/messages';
import { isPhone } from '@trace/contract/kernel/serial';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import { createWatchdog } from '#platform/clock/watchdog';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import type { Gateway } from '#platform/devices/gateway/gateway';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { createSending } from './device-commands.sending.service.ts';
import { createFinishing } from './device-commands.finish.service.ts';
import type { DeviceCommandsPort, FinishedCommand } from './device-commands.port.ts';
import { storedResult } from './device-commands.present.rules.ts';
import { createPublisher, type Parties, type ProgressPublisher } from './device-commands.publish.service.ts';
import {
  COMMAND_FINISHED_CHANNEL,
  COMMAND_WAITING_CHANNEL,
  findCommandState,
  finishAnswered,
  finishCancelled,
  findStep,
  insertCommand,
  isAnyOverdue,
  listWaitingSerials,
  type CommandStep,
} from './device-commands.store.ts';
import { createWaiters } from './device-commands.waiters.service.ts';

const EXPIRE_EVERY_MS = 500;
/** After this long without a successful run, delivery counts as stopped. */
const LATE_AFTER_MS = 15_000;

/** The part of the gateway that commands need: a connection for sending, and acknowledgements. */
export type CommandLine = Pick<Gateway, 'commandConnectionOf' | 'send' | 'onCommandAcknowledged' | 'onReady'>;

export interface DeviceCommandsDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'whenDue'>;
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

export function createDeviceCommandsService(dependencies: DeviceCommandsDependencies): DeviceCommandsService {
  const { database, clock, log, jobs, devices } = dependencies;
  const watchdog = createWatchdog(clock, LATE_AFTER_MS);
  const progress = createPublisher(devices);
  const finishing = createFinishing({ database, clock, progress });
  const sending = createSending({ database, clock, log, devices, finishing, progress });
  const waiters = createWaiters({ database, clock });

  const quietly = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, what));
  };

  const expireOverdue = (): Promise<void> =>
    finishing
      .expireOverdue()
      .then(watchdog.reset, (error: unknown) =>
        log.error({ err: error }, 'Expiring overdue commands failed, retrying in the next sweep'),
      );

  return {
    async issue(executor, command) {
      if (isPhone(command.device.serial)) throw new Refusal('conflict', phonesTexts.noCommands);
      const parameters = commandParameters[command.command].parse(command.parameters) as typeof command.parameters;
      return insertCommand(executor, { ...command, parameters }, clock.now());
    },
    async cancel(requestId) {
      const step = await findStep(database.sql, requestId);
      return step !== null && finishing.cancel(step);
    },
    async cancelWaiting(requestId, also) {
      const step = await findStep(database.sql, requestId);
      return step !== null && finishing.cancel(step, { onlyWaiting: true }, also);
    },
    takeBack: (step, also) => finishing.cancel(step, { onlyWaiting: true }, also),
    async replace(executor, requestIds, parties) {
      const finished: FinishedCommand[] = [];
      for (const requestId of requestIds) finished.push(...(await finishCancelled(executor, requestId, clock.now())));
      const after = await finishing.settle(executor, finished, parties);
      return { ended: new Set(finished.map(({ requestId }) => requestId)), after };
    },
    progress,
    whenFinished: waiters.whenFinished,
    onFinished: finishing.onFinished,
    onSending: sending.onSending,
    stateOf: findCommandState,
    isDelivering: watchdog.isAlive,
    async takeReplies(executor, replies) {
      const finished = await finishAnswered(
        executor,
        replies.map(({ deviceId, receivedAt, message }) => ({
          requestId: message.requestId,
          deviceId,
          answeredAt: receivedAt,
          boot: message.boot,
          seq: message.seq,
          result: withServerFixTime(message.result, message.ts, receivedAt),
          stored: storedResult(message.result),
        })),
      );
      return finishing.settle(executor, finished);
    },
    async start(line) {
      const deliver = (serial: string): void =>
        quietly(
          sending.deliver(line, serial),
          'Delivering queued commands failed, retrying when the device reconnects',
        );
      const deliverAll = async (): Promise<void> => {
        for (const serial of await listWaitingSerials(database.sql, clock.now())) deliver(serial);
      };
      const stops = [
        await database.listen(COMMAND_WAITING_CHANNEL, (serial) =>
          // Empty after a reconnect of the listener: notifications may have been lost.
          serial === ''
            ? quietly(deliverAll(), 'Looking for queued commands failed, retrying when their devices reconnect')
            : deliver(serial),
        ),
        await database.listen(COMMAND_FINISHED_CHANNEL, (requestId) =>
          quietly(waiters.wake(requestId), 'Forwarding a command result failed, the waiting request times out'),
        ),
        line.onReady(deliver),
        line.onCommandAcknowledged((requestId, serial) =>
          quietly(
            sending.noteReceipt(requestId, serial),
            'Saving a command acknowledgement failed, the command still shows as sent',
          ),
        ),
        jobs.whenDue(EXPIRE_EVERY_MS, { isDue: isAnyOverdue, run: expireOverdue, onIdle: watchdog.reset }),
      ];
      watchdog.reset();
      return () => {
        watchdog.end();
        for (const stop of stops) stop();
      };
    },
  };
}
