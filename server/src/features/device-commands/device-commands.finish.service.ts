import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CommandPurpose, FinishedCommand, FinishHandler } from './device-commands.port.ts';
import type { Parties, ProgressPublisher } from './device-commands.publish.service.ts';
import { finishCancelled, finishExpired, type CommandStep } from './device-commands.store.ts';

const EXPIRE_LIMIT = 500;

export type Finishing = ReturnType<typeof createFinishing>;

export interface FinishingDependencies {
  database: Database;
  clock: Clock;
  progress: ProgressPublisher;
}

/** Ends commands, and tells the feature that owns a command and the parties of its device. */
export function createFinishing({ database, clock, progress }: FinishingDependencies) {
  const handlers = new Map<CommandPurpose, FinishHandler>();

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

  return {
    settle,

    /**
     * Cancels an unfinished command. Returns false when the command had already ended. `also` runs in the same
     * transaction.
     */
    async cancel(
      step: CommandStep,
      which: { onlyWaiting?: boolean } = {},
      also?: (executor: Executor) => Promise<void>,
    ): Promise<boolean> {
      // Loaded before the transaction: a transaction that waits for a second pool connection can deadlock.
      const parties = await progress.partiesOf([step]);
      const cancelled = await inTransaction(async (tx) => {
        const finished = await finishCancelled(tx, step.requestId, clock.now(), which);
        if (finished.length > 0) await also?.(tx);
        return finished;
      }, parties);
      return cancelled === 1;
    },

    async expireOverdue(): Promise<void> {
      await inTransaction((tx) => finishExpired(tx, clock.now(), EXPIRE_LIMIT));
    },

    onFinished(purpose: CommandPurpose, handler: FinishHandler): void {
      if (handlers.has(purpose)) throw new Error(`a finish handler for ${purpose} is already registered`);
      handlers.set(purpose, handler);
    },
  };
}
