// Sends `begin` together with the first statement, which saves one round trip per transaction.
import type pg from 'pg';

export interface DeferredBegin {
  /** Runs a statement of the borrower. */
  query(text: string, values: unknown[]): Promise<unknown>;
  /** Sends a deferred `begin` now, so that all later statements follow. */
  send(): void;
  /** Whether `begin` is still deferred, so that the transaction has no statement yet. */
  isDue(): boolean;
  /** Returns the required prefix of a statement without parameters. */
  takePrefix(): string;
}

export function createDeferredBegin(client: pg.Client): DeferredBegin {
  let isDue = false;
  const send = (): void => {
    if (!isDue) return;
    isDue = false;
    // A `begin` only fails on a lost connection, and then the next statement fails too.
    client.query('begin').catch(() => {});
  };
  return {
    send,
    isDue: () => isDue,
    takePrefix: () => {
      const prefix = isDue ? 'begin; ' : '';
      isDue = false;
      return prefix;
    },
    query: async (text, values) => {
      if (text === 'begin') {
        isDue = true;
        return { command: 'BEGIN', rowCount: 0, rows: [] };
      }
      // A transaction without a statement needs no end either.
      if (isDue && (text === 'commit' || text === 'rollback')) {
        isDue = false;
        return { command: text.toUpperCase(), rowCount: 0, rows: [] };
      }
      send();
      return client.query(text, values);
    },
  };
}
