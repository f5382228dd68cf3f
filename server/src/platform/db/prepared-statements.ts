// Prepares the statements of every request. Planning such a statement costs the database ten times as much as running it.
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** The mark at the start of a statement, with the statement's name. Each name belongs to one text. */
const MARK = /^\s*\/\* prepared: ([^*]+) \*\//;
const FEATURE_NOT_SUPPORTED = '0A000';

/** Lends a connection that prepares each marked statement once. Lanes run a marked statement unprepared. */
export function lendPreparing(client: pg.PoolClient): PostgresPoolClient {
  let isStale = false;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const name = MARK.exec(text)?.[1];
    const named = name === undefined ? {} : { name };
    try {
      return await client.query({ ...named, text, values });
    } catch (error) {
      // A migration can change the type of a column. The statement then fails on this connection until reconnected.
      isStale ||= error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED;
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (isBroken = false) => client.release(isBroken || isStale),
  };
}
