// Prepares the statements of every request. Planning such a statement costs the database ten times as much as running it.
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

import { isConnectionLost } from './errors.ts';
import { runQuery } from './run-query.ts';

/** The mark at the start of a statement, with the statement's name. Each name belongs to one text. */
const MARK = /^\s*\/\* prepared( read)?: ([^*]+) \*\//;
const FEATURE_NOT_SUPPORTED = '0A000';

/** The name of a marked statement, or null. `isRead`: the statement only reads, in a few milliseconds. */
export function preparedName(text: string): { readonly name: string; readonly isRead: boolean } | null {
  const found = MARK.exec(text);
  return found === null ? null : { name: found[2]!, isRead: found[1] !== undefined };
}

/** A migration can change the type of a column. The statement then fails on this connection until reconnected. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED;

/**
 * Lends a connection that prepares each marked statement once. A connection to a database that vanished does not return
 * to the pool: the driver would put each later statement behind the one without an answer.
 */
export function lendPreparing(client: pg.PoolClient): PostgresPoolClient {
  let isStale = false;
  let lost: Error | null = null;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (lost !== null) throw lost;
    const prepared = preparedName(text);
    const named = prepared === null ? {} : { name: prepared.name };
    try {
      return await runQuery(client, { ...named, text, values });
    } catch (error) {
      isStale ||= isStalePlan(error);
      if (error instanceof Error && isConnectionLost(error)) lost = error;
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (isBroken = false) => client.release(isBroken || isStale || lost !== null),
  };
}
