import { randomUUID } from 'node:crypto';
import { ALL_HUBS, hubQueueRules } from '@trace/contract/hub-queue/hub-queue.rules';
import type { RoundResult } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts as texts } from '@trace/contract/hub-queue/hub-queue.texts';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { PanicPort } from '#features/panic/panic.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { findFinishedRound, insertRound, ROUND_DONE_CHANNEL, type FinishedRound } from './hub-queue.rounds.store.ts';

export interface RoundsDependencies {
  database: Database;
  clock: Clock;
  hubs: Pick<HubsPort, 'devicesOfHub'>;
  panic: PanicPort;
  isConfigured: boolean;
}

export type Rounds = ReturnType<typeof createRounds>;

/** Asks the process that reads the queue for a round. Never reads the queue itself (T49). */
export function createRounds({ database, clock, hubs, panic, isConfigured }: RoundsDependencies) {
  /** Sends a test event through the chain of a hub. Returns the number of its devices. */
  const sendTestEvent = async (tx: Tx, id: string, hubId: string): Promise<number> => {
    const deviceIds = await hubs.devicesOfHub(tx, hubId);
    // A mistyped hub must not open an incident that concerns no device.
    if (deviceIds.length === 0) return 0;
    const now = clock.now();
    const event = {
      source: 'staff_test' as const,
      sourceEventId: id,
      kind: 'panic' as const,
      hub: { id: hubId, name: `Hub ${hubId}` },
      deviceIds,
      happenedAt: now,
      receivedAt: now,
      hasWrongClock: false,
      place: null,
      trigger: null,
    };
    await panic.record(tx, [event]);
    return deviceIds.length;
  };

  /** Resolves with the finished round, or with null when no process finished the round in time. */
  const finished = async (id: string, begin: () => Promise<void>): Promise<FinishedRound | null> => {
    const end = Promise.withResolvers<FinishedRound | null>();
    const look = async (): Promise<void> => {
      const round = await findFinishedRound(database.sql, id);
      if (round !== null) end.resolve(round);
    };
    const stopListening = await database.listen(ROUND_DONE_CHANNEL, (done) => {
      if (done === id || done === '') look().catch(end.reject);
    });
    const stopWaiting = clock.after(hubQueueRules.roundMs, () => end.resolve(null));
    try {
      await begin();
      return await end.promise;
    } finally {
      stopListening();
      stopWaiting();
    }
  };

  return {
    async ask(
      actor: Actor,
      origin: CallOrigin,
      { hubId, reason }: { hubId: string; reason?: string | undefined },
    ): Promise<RoundResult> {
      const id = randomUUID();
      const isAll = hubId === ALL_HUBS;
      let testedDevices: number | null = null;
      const begin = (): Promise<void> =>
        database.transaction(async (tx) => {
          testedDevices = isAll ? null : await sendTestEvent(tx, id, hubId);
          if (isConfigured) await insertRound(tx, { id, hubId: isAll ? null : hubId }, clock.now());
          const details = isAll ? { reason } : { testedDevices };
          await recordAudit(
            tx,
            entryOf(actor.accountId, origin, 'hubQueue.listen', { type: 'hub', id: hubId }, details),
          );
        });
      const result = (round: FinishedRound, isDisabled: boolean): RoundResult => ({
        processedEvents: round.processed,
        totalMessagesFound: round.messages,
        ajaxPanicSenderDisabled: isDisabled,
        hubId,
        testedDevices,
      });
      if (!isConfigured) {
        await begin();
        return result({ processed: 0, messages: 0, trouble: null }, true);
      }
      const round = await finished(id, begin);
      if (round === null) throw new Refusal('unavailable', timedOutWords(testedDevices));
      if (round.trouble === 'unavailable') throw new Refusal('unavailable', texts.queue.words.failing);
      return result(round, round.trouble === 'refused');
    },
  };
}

/** The test event of a hub has left by then, so that a second try would send another one. */
const timedOutWords = (testedDevices: number | null): string =>
  testedDevices === null
    ? texts.roundTimedOut
    : `${texts.roundTimedOut} ${testedDevices === 0 ? texts.noTestEvent : texts.testEvent(testedDevices)}`;
