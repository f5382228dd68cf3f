import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { deleteOldTurns, endTurns, takeTurn } from './alerts.push-concurrency.store.ts';

/**
 * Limit of concurrent pushes per user, across all server processes. A browser that never answers delays only pushes to
 * the same user.
 */
export const maxPerPerson = 2;
/**
 * Limit of concurrent pushes per host: enough for the big push services, and small enough that two can hang without
 * delaying the rest.
 */
export const mostToHost = 12;

/** Longer than the timeout of a push. After this time the holder of the slot is considered dead. */
const TURN_MS = 30 * SECOND_MS;

export interface Turn {
  /** The hosts that have room for this message. */
  readonly hosts: ReadonlySet<string>;
  end(): Promise<void>;
}

export type Turns = ReturnType<typeof createTurns>;

export function createTurns({ database, clock }: { database: Database; clock: Clock }) {
  const personPlace = (accountId: string): string => `person ${accountId}`;
  const hostPlace = (host: string): string => `host ${host}`;

  return {
    /**
     * Takes a slot to send one message to one user through the push services on these hosts. Returns null if the user's
     * slots are all in use.
     */
    async take(accountId: string, hosts: readonly string[]): Promise<Turn | null> {
      const now = clock.now();
      const turn = { holder: randomUUID(), now, until: new Date(now.getTime() + TURN_MS) };
      if (!(await takeTurn(database.sql, { ...turn, place: personPlace(accountId), most: maxPerPerson }))) return null;
      const open: string[] = [];
      for (const host of new Set(hosts))
        if (await takeTurn(database.sql, { ...turn, place: hostPlace(host), most: mostToHost })) open.push(host);
      const places = [personPlace(accountId), ...open.map(hostPlace)];
      return { hosts: new Set(open), end: () => endTurns(database.sql, turn.holder, places) };
    },

    /** Deletes slots left behind by dead processes. */
    sweep: (): Promise<void> => deleteOldTurns(database.sql, new Date(clock.now().getTime() - HOUR_MS)),
  };
}
