import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';
import { everyoneOf } from '#platform/stream/role-audience';

const changed = defineEventKind(panicChangedEvent.name, z.object({ id: z.string(), isRinging: z.boolean() }));

/** Signals only that an incident changed. The later request decides what the person sees. */
export const panicChanged = pushDurably(panicChangedEvent, changed, async (payload) => payload);

/** Publishes to these people and to support staff, if and only if the transaction commits. */
export function publishChange(
  tx: Executor,
  incident: { readonly id: string; readonly isRinging: boolean },
  accountIds: readonly string[],
): Promise<void> {
  return publishAfterCommit(tx, changed, new Set([...accountIds, everyoneOf.staff]), incident);
}
