import { hubQueueRules as rules } from '@trace/contract/hub-queue/hub-queue.rules';
import type { HubQueueState, QueueState, SetAsideMessage } from '@trace/contract/hub-queue/hub-queue.schema';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { HubQueueMonitor } from './hub-queue.port.ts';
import {
  countSetAsideSince,
  listLostHubs,
  listSetAsideRows,
  readState,
  type ReaderState,
} from './hub-queue.state.store.ts';

export interface QueueStateDependencies {
  database: Database;
  clock: Clock;
  isConfigured: boolean;
}

export type QueueStateService = ReturnType<typeof createQueueState>;

/** The queue for support staff: its state, the hubs without a connection, and the messages that were set aside. */
export function createQueueState({ database, clock, isConfigured }: QueueStateDependencies) {
  const stateOfTrouble = { refused: 'refused', unavailable: 'failing' } as const;
  const stateOf = ({ trouble }: Pick<ReaderState, 'trouble'>): QueueState => {
    if (!isConfigured) return 'off';
    return trouble === null ? 'ok' : stateOfTrouble[trouble];
  };

  return {
    async read(): Promise<HubQueueState> {
      const [state, lost] = await Promise.all([
        readState(database.sql),
        listLostHubs(database.sql, rules.mostLostHubs),
      ]);
      return {
        at: clock.now().toISOString(),
        state: stateOf(state),
        reason: isConfigured ? state.troubleReason : null,
        lastPollAt: state.lastPollAt?.toISOString() ?? null,
        lastEventAt: state.lastEventAt?.toISOString() ?? null,
        lastAlertAt: state.lastAlertAt?.toISOString() ?? null,
        waiting: state.waiting,
        setAside: state.setAside,
        lostHubs: lost.map(({ hubId, since }) => ({ hubId, since: since.toISOString() })),
      };
    },

    async listSetAside({ after, limit }: { after?: string | undefined; limit: number }) {
      // A row more than the page tells whether another page follows.
      const page = { before: after === undefined ? null : Number(after), limit: limit + 1 };
      const rows = await listSetAsideRows(database.sql, page);
      const shown = rows.slice(0, limit);
      const messages = shown.map(({ id, reason, sizeBytes, receivedAt }): SetAsideMessage => ({
        ...{ id: String(id), reason, sizeBytes },
        receivedAt: receivedAt.toISOString(),
      }));
      return { messages, next: rows.length > limit ? String(shown.at(-1)!.id) : null };
    },

    /** For the page Operations. */
    figures: (async () => {
      const since = new Date(clock.now().getTime() - rules.setAsideMs);
      const [state, setAsideLastDay] = await Promise.all([
        readState(database.sql),
        countSetAsideSince(database.sql, since),
      ]);
      return { state: stateOf(state), lastPollAt: state.lastPollAt, waiting: state.waiting, setAsideLastDay };
    }) satisfies HubQueueMonitor['figures'],
  };
}
