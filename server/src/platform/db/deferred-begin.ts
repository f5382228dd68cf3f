// The word `begin` waits for the first statement and travels with it: one answer less to wait for in each transaction.
import type pg from 'pg';

export interface DeferredBegin {
  /** A statement of the one who borrows the client. */
  query(text: string, values: unknown[]): Promise<unknown>;
  /** Sends it now, if it was not: whatever is asked next comes after it. */
  send(): void;
  /** What a statement without parameters has to start with. */
  takePrefix(): string;
}

export function createDeferredBegin(client: pg.Client): DeferredBegin {
  let isDue = false;
  const send = (): void => {
    if (!isDue) return;
    isDue = false;
    // A begin that fails has lost its connection, and with it fails what is asked next.
    client.query('begin').catch(() => {});
  };
  return {
    send,
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
      send();
      return client.query(text, values);
    },
  };
}
