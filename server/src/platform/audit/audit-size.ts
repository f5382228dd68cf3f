import type { Executor } from '#platform/db/database';
import { countUnsealed, findChainHead, findChainStart } from './chain.store.ts';

/** The number of entries. The chain is numbered without gaps, so no entry is counted. */
export async function countAuditEntries(executor: Executor): Promise<number> {
  const [start, head, unsealed] = [
    await findChainStart(executor),
    await findChainHead(executor),
    await countUnsealed(executor),
  ];
  return head.number - start.number + unsealed;
}
