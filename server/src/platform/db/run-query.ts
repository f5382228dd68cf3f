// Statements on a connection, with a limit for the wait. The driver offers both, as its promise and its `query_timeout`.
// For each it assigns a new function to the query. V8 creates a function that is assigned to a property among the old
// objects, and everything that such a function can reach stays until the next collection of the whole heap. So the rows
// of all queries would pile up between two such collections.
import type pg from 'pg';

/** Longer than the server's own statement timeout. After that the server is unreachable and no answer will come. */
const ANSWER_TIMEOUT_MS = 40_000;

/** Rejects as the driver does, and with 'Query read timeout' when no answer comes. */
export async function runQuery(client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await answered<pg.QueryResult>(client, (resolve, reject) => {
      client.query(query, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  } catch (error) {
    // The driver's stack begins at the socket, this one at the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

type Ask<Answer> = (resolve: (answer: Answer) => void, reject: (error: Error) => void) => void;

/** Waits for an answer of the database. A connection without an answer is closed, as statements behind would wait too. */
export async function answered<Answer>(client: pg.ClientBase, ask: Ask<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => {
    reject(new Error('Query read timeout'));
    // A client of a pool has the connection too, although its type omits it.
    (client as pg.Client).connection.stream.destroy();
  }, ANSWER_TIMEOUT_MS);
  try {
    ask(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
