import { hubQueueRules } from '@trace/contract/hub-queue/hub-queue.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { QueueTrouble } from '#server/integrations/hub-queue/hub-queue';
import type { Receiver } from './hub-queue.receiver.service.ts';
import { finishRound, listOpenRounds } from './hub-queue.rounds.store.ts';
import type { RoundTallies } from './hub-queue.tallies.service.ts';

/** Receives of one round, so that a full queue does not keep staff waiting. */
const RECEIVES_PER_ROUND = 50;

export interface RoundAnswersDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  receiver: Receiver;
  tallies: RoundTallies;
  /** Whether this process reads the queue. */
  isReader(): Promise<boolean>;
  signal: AbortSignal;
}

/** Answers the rounds that staff ask for, in the process that reads the queue. */
export function createRoundAnswers(dependencies: RoundAnswersDependencies) {
  const { database, clock, log, receiver, tallies, isReader, signal } = dependencies;

  /** Beside the long poll, so that staff need not wait for its end. */
  const readRound = async (): Promise<QueueTrouble['outcome'] | null> => {
    for (let count = 0; count < RECEIVES_PER_ROUND; count += 1) {
      const received = await receiver.receive(0, signal);
      if (received.outcome !== 'received') return received.outcome;
      if (received.count === 0) break;
    }
    // A message that the long poll took belongs to the round as well.
    await receiver.settled();
    return null;
  };

  const answerOpen = async (): Promise<void> => {
    const askedAfter = new Date(clock.now().getTime() - hubQueueRules.roundMs);
    const rounds = await listOpenRounds(database.sql, askedAfter);
    if (rounds.length === 0 || !(await isReader())) return;
    const tally = tallies.begin();
    const trouble = await readRound().finally(() => tallies.end(tally));
    for (const { id, hubId } of rounds)
      await finishRound(database.sql, id, clock.now(), {
        processed: tally.alertsOf(hubId),
        messages: tally.messages(),
        trouble,
      });
  };

  let answering: Promise<void> = Promise.resolve();
  return {
    /** Answers one after the other. Requests that arrive during a round share the next round. */
    answer(): void {
      answering = answering.then(answerOpen).catch((error: unknown) => {
        log.error({ err: error }, 'A round of the hub queue failed, the request for it times out');
      });
    },
  };
}
