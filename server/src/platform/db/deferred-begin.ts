// Sends `begin` together with the first statement, which saves one round trip per transaction.
import type pg from 'pg';

import { preparedName } from './prepared-statements.ts';
import { runQuery } from './run-query.ts';

/** A transaction whose `begin` is due until its first statement. */
export interface DeferredBegin {
  /** Runs a statement of a store. A marked statement is prepared once per connection. */
  query(text: string, values: unknown[]): Promise<unknown>;
  /** Ends the transaction. A transaction without a statement needs no end. */
  end(how: 'commit' | 'rollback'): Promise<void>;
  /** Sends a deferred `begin` now, so that all later statements follow. */
  send(): void;
  /** Whether `begin` is still deferred, so that the transaction has no statement yet. */
  isDue(): boolean;
  /** Returns the required prefix of a statement without parameters. */
  takePrefix(): string;
}

export function createDeferredBegin(client: pg.Client): DeferredBegin {
  let isDue = true;
  const send = (): void => {
    if (!isDue) return;
    isDue = false;
    // A `begin` only fails on a lost connection, and then the next statement fails too.
    runQuery(client, { text: 'begin' }).catch(() => {});
  };
  return {
    send,
    isDue: () => isDue,
    takePrefix: () => {
      const prefix = isDue ? 'begin; ' : '';
      isDue = false;
      return prefix;
    },
    query: (text, values) => {
      send();
      const prepared = preparedName(text);
      return runQuery(client, prepared === null ? { text, values } : { name: prepared.name, text, values });
    },
    end: async (how) => {
      if (isDue) return;
      const { command } = await runQuery(client, { text: how });
      // PostgreSQL answers `commit` with ROLLBACK after a failed statement whose error nobody threw on.
      if (how === 'commit' && command === 'ROLLBACK') throw new Error('A failed statement undid the transaction');
    },
  };
}
