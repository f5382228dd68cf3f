import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';

const changed = defineEventKind(accountChangedEvent.name, z.object({}));

/** Every open page of the person loads anew, if and only if the transaction commits. */
export function announceAccount(tx: Executor, accountId: string): Promise<void> {
  return publishAfterCommit(tx, changed, [accountId], {});
}

export const accountChanged = pushDurably(accountChangedEvent, changed, async () => ({}));
