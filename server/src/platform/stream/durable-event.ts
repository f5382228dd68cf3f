import type { AnyStreamEvent, DataOf } from '@trace/contract/kernel/stream';
import type { z } from 'zod';
import type { Actor } from '#platform/actor/actor';
import type { EventKind } from '#platform/bus/outbox';

/** An outbox event that a feature pushes to browsers. Streams hold the events of all features. */
export interface DurableEvent {
  readonly event: AnyStreamEvent;
  readonly payload: z.ZodType;
  /** Returns the data that a user may see at the moment of the push. Null: no access, or access has ended. */
  present(payload: unknown, actor: Actor): Promise<unknown>;
}

/** Pushes an outbox event to browsers under the same name. `present` is called at each push and for each user. */
export function pushDurably<E extends AnyStreamEvent, Payload>(
  event: E,
  kind: EventKind<Payload>,
  present: (payload: Payload, actor: Actor) => Promise<DataOf<E> | null>,
): DurableEvent {
  return { event, payload: kind.payload, present: (payload, actor) => present(payload as Payload, actor) };
}
