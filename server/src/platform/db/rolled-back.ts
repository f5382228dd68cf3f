import type { Database, Executor } from './database.ts';

class RolledBack extends Error {}

/** Runs `work` in a transaction that is rolled back, so that nothing stays. @throws the error of `work` */
export async function rollBackAfter(
  database: Pick<Database, 'transaction'>,
  work: (tx: Executor) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await work(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
