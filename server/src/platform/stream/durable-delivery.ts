import { gapEvent, helloEvent } from '@trace/contract/kernel/stream';
import type { Outbox, OutboxEvent } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { isAfter } from '#platform/bus/outbox-cursor';
import type { DurableEvent } from './durable-event.ts';
import type { OpenStream, OpenStreams } from './open-streams.ts';
import { audiencesOf } from './role-audience.ts';
import { frameOf } from './sse.ts';

/** Events that are filled in after a lost connection; with more the page loads anew. */
const BACKFILL_LIMIT = 500;

export interface DurableDeliveryOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: OpenStreams;
}

/** Writes the events of the outbox to the streams of their audience, in order and without a gap. */
export function createDurableDelivery({ outbox, clock, log, streams }: DurableDeliveryOptions) {
  let kinds = new Map<string, DurableEvent>();

  const deliver = async (stream: OpenStream, event: OutboxEvent): Promise<void> => {
    const kind = kinds.get(event.kind);
    if (!kind || (stream.filledTo !== null && !isAfter(event.cursor, stream.filledTo))) return;
    const payload = kind.payload.safeParse(event.payload);
    if (!payload.success) {
      log.error(
        { err: payload.error, kind: event.kind },
        'An event of the outbox has an unknown shape, pages load anew',
      );
      return stream.reader.writeDurable(frameOf(gapEvent, {}, event.cursor));
    }
    const data = await kind.present(payload.data, stream.actor);
    if (data !== null) stream.reader.writeDurable(frameOf(kind.event, data, event.cursor));
  };

  const deliverAll = async (events: readonly OutboxEvent[]): Promise<void> => {
    for (const event of events) {
      for (const stream of event.audience.flatMap((id) => [...streams.of(id)])) {
        if (stream.held !== null) stream.held.push(event);
        else await deliverOrCut(stream, event);
      }
    }
  };

  /** A stream cannot detect a missed event. A cut stream reconnects and is back-filled. */
  const deliverOrCut = async (stream: OpenStream, event: OutboxEvent): Promise<void> => {
    try {
      await deliver(stream, event);
    } catch (error) {
      log.error(
        { err: error, streamId: stream.id, kind: event.kind },
        'Pushing an event failed, closing the stream so that the browser resumes',
      );
      stream.cut();
    }
  };

  /** Says hello to a new stream, and writes the events that it missed and those that came meanwhile. */
  const fillIn = async (stream: OpenStream, lastEventId: string | null, position: string): Promise<void> => {
    const missed =
      lastEventId === null
        ? { events: [], complete: true }
        : await outbox.readSince(lastEventId, audiencesOf(stream.actor), BACKFILL_LIMIT);
    // The id of the hello is where a page resumes that loses the stream before any other event came.
    const resumesFrom = lastEventId !== null && missed.complete ? lastEventId : position;
    stream.reader.writeDurable(
      frameOf(helloEvent, { streamId: stream.id, at: clock.now().getTime(), complete: missed.complete }, resumesFrom),
    );
    for (const event of missed.events) {
      await stream.reader.whenCaughtUp();
      await deliver(stream, event);
    }
    stream.filledTo = missed.events.at(-1)?.cursor ?? resumesFrom;
    while (stream.held!.length > 0) await deliver(stream, stream.held!.shift()!);
    stream.held = null;
  };

  return {
    start: (durableEvents: readonly DurableEvent[]): void => {
      kinds = new Map(durableEvents.map((kind) => [kind.event.name, kind]));
    },
    deliverAll,
    fillIn,
  };
}
