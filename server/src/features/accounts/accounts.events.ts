import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import type { DurableEvent } from '#platform/stream/streams';

/** Every open page of the person loads anew, if and only if the transaction commits. */
export function announceAccount(tx: Executor, accountId: string): Promise<void> {
  return publishAfterCommit(tx, { kind: accountChangedEvent.name, audience: [accountId], payload: {} });
}

export const accountChanged: DurableEvent<typeof accountChangedEvent> = {
  event: accountChangedEvent,
  present: async () => ({}),
};
