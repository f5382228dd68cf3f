import type { HubsPort } from '#features/hubs/hubs.port';
import type { PanicPort } from '#features/panic/panic.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { QueueMessage } from '#server/integrations/hub-queue/hub-queue';
import { readEvent, type HubEvent } from '#server/integrations/hub-queue/hub-queue.shapes';
import { hasWrongClock, hubConnectionOf, panicKindOf } from './hub-queue.codes.rules.ts';
import {
  insertEvent,
  listFailedIds,
  lockFailed,
  saveConnection,
  updateOutcome,
  updateUnreadable,
} from './hub-queue.store.ts';

/** Failed events that one retry takes. */
const RETRIED_AT_ONCE = 20;

export interface QueueMessagesDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  hubs: Pick<HubsPort, 'devicesOfHub'>;
  panic: PanicPort;
}

export interface StoredMessage {
  readonly outcome: 'alerted' | 'stored' | 'unreadable' | 'repeat';
  readonly hubId: string | null;
}

export type QueueMessages = ReturnType<typeof createQueueMessages>;

/** Stores each message once, with the panic that follows from it in the same transaction (PANIC-02, PANIC-06). */
export function createQueueMessages({ database, clock, log, hubs, panic }: QueueMessagesDependencies) {
  /** Records the panic of an alarm and the connection of the hub. */
  const record = async (tx: Tx, event: HubEvent, key: string, receivedAt: Date): Promise<void> => {
    const { hubId, happenedAt } = event;
    const connection = hubConnectionOf(event);
    const isClockWrong = hasWrongClock(happenedAt, receivedAt);
    // A loss from the future would hide the return of the hub.
    const at = happenedAt === null || isClockWrong ? receivedAt : happenedAt;
    if (hubId !== null && connection !== null) await saveConnection(tx, { hubId, connection, at });
    const kind = panicKindOf(event);
    if (kind === null) return;
    const newEvent = {
      source: 'hub_queue' as const,
      sourceEventId: key,
      kind,
      hub: hubId === null ? null : { id: hubId, name: event.hubName ?? `Hub ${hubId}` },
      deviceIds: hubId === null ? [] : await hubs.devicesOfHub(tx, hubId),
      happenedAt,
      receivedAt,
      hasWrongClock: isClockWrong,
      place: null,
      trigger: event.sourceName,
    };
    await panic.record(tx, [newEvent]);
  };

  /** The last event of the retry before, so that events that fail for good do not keep later ones waiting. */
  let retriedUpTo = 0;

  /** Processes an event that failed before. Returns false while the event fails again. */
  const retry = async (id: number): Promise<boolean> => {
    try {
      await database.transaction(async (tx) => {
        const failed = await lockFailed(tx, id);
        if (failed === null) return;
        const event = readEvent(failed.body);
        if (typeof event === 'string') {
          await updateUnreadable(tx, id, event);
          return;
        }
        await record(tx, event, failed.key, failed.receivedAt);
        await updateOutcome(tx, id, outcomeOf(event));
      });
      return true;
    } catch (error) {
      log.error({ err: error, eventId: id }, 'A hub event could not be processed, retrying in 10 s');
      return false;
    }
  };

  return {
    /** Throws when the message could not be stored. The message must stay in the queue then. */
    store(message: QueueMessage): Promise<StoredMessage> {
      const receivedAt = clock.now();
      const event = readEvent(message.body);
      return database.transaction(async (tx) => {
        const key = keyOf(message, event);
        const isNew = await insertEvent(tx, { ...rowOf(message, event), key, receivedAt });
        if (typeof event === 'string') return { outcome: isNew ? 'unreadable' : 'repeat', hubId: null };
        const { hubId } = event;
        if (!isNew) return { outcome: 'repeat', hubId };
        await record(tx, event, key, receivedAt);
        return { outcome: outcomeOf(event), hubId };
      });
    },

    /** Stores a message whose processing fails again and again, so that the queue goes on. `retryFailed` tries later. */
    async setAside(message: QueueMessage): Promise<void> {
      const event = readEvent(message.body);
      const row = { ...rowOf(message, event), key: keyOf(message, event), receivedAt: clock.now() };
      await insertEvent(database.sql, { ...row, outcome: 'failed', reason: 'failed', body: storable(message.body) });
    },

    async retryFailed(): Promise<void> {
      const ids = await listFailedIds(database.sql, retriedUpTo, RETRIED_AT_ONCE);
      retriedUpTo = ids.length < RETRIED_AT_ONCE ? 0 : ids.at(-1)!;
      for (const id of ids) await retry(id);
    },
  };
}

const outcomeOf = (event: HubEvent): 'alerted' | 'stored' => (panicKindOf(event) === null ? 'stored' : 'alerted');

/** The event's own id names the event in every delivery. The id of the message is new in each, and the last resort. */
function keyOf(message: QueueMessage, event: ReturnType<typeof readEvent>): string {
  if (typeof event === 'string' || event.eventId === null) return `message:${message.id}`;
  return `${event.hubId ?? ''}:${event.eventId}`;
}

/** PostgreSQL stores no NUL character. */
const storable = (body: string): string => body.replaceAll('\0', '\uFFFD');

/** Keeps the body of an unreadable message alone: an event names people and rooms, and would outlive their account. */
function rowOf({ body }: QueueMessage, event: ReturnType<typeof readEvent>) {
  if (typeof event === 'string')
    return {
      outcome: 'unreadable' as const,
      reason: event,
      ...{ hubId: null, connection: null, happenedAt: null, body: storable(body) },
    };
  const { hubId, happenedAt } = event;
  return {
    outcome: outcomeOf(event),
    reason: null,
    ...{ hubId, connection: hubConnectionOf(event), happenedAt, body: '' },
  };
}
