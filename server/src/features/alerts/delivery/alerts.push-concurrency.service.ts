import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { deleteOldTurns, endTurns, takeTurn } from './alerts.push-concurrency.store.ts';

/** Messages under way at once, in all server processes together: a browser that never answers holds up its person alone. */
export const maxPerPerson = 2;
/** Enough for the big push services, and so few that two of them may hang without holding up the rest. */
export const mostToHost = 12;

/** Longer than a push service is waited for; after that whoever has the turn is thought dead. */
const TURN_MS = 30 * SECOND_MS;

export interface Turn {
  /** The hosts that have room for this message. */
  readonly hosts: ReadonlySet<string>;
  end(): Promise<void>;
}

export interface Turns {
  /** For one message to one person by the push services on these hosts; null when enough of theirs are under way. */
  take(accountId: string, hosts: readonly string[]): Promise<Turn | null>;
  /** Forgets what dead processes have left. */
  sweep(): Promise<void>;
}

export function createTurns({ database, clock }: { database: Database; clock: Clock }): Turns {
  const personPlace = (accountId: string): string => `person ${accountId}`;
  const hostPlace = (host: string): string => `host ${host}`;

  return {
    async take(accountId, hosts) {
      const now = clock.now();
      const turn = { holder: randomUUID(), now, until: new Date(now.getTime() + TURN_MS) };
      if (!(await takeTurn(database.sql, { ...turn, place: personPlace(accountId), most: maxPerPerson }))) return null;
      const open: string[] = [];
      for (const host of new Set(hosts))
        if (await takeTurn(database.sql, { ...turn, place: hostPlace(host), most: mostToHost })) open.push(host);
      const places = [personPlace(accountId), ...open.map(hostPlace)];
      return { hosts: new Set(open), end: () => endTurns(database.sql, turn.holder, places) };
    },

    sweep: () => deleteOldTurns(database.sql, new Date(clock.now().getTime() - HOUR_MS)),
  };
}
