import type { Database, Executor } from '#platform/db/database';
import { rollBackAfter } from '#platform/db/rolled-back';

/** Runs a sign-in of which nothing stays. @throws its error */
export const rollBackSignIn = (database: Database, signIn: (tx: Executor) => Promise<void>): Promise<void> =>
  rollBackAfter(database, signIn);
