import { z } from 'zod';
import { epochMsSchema } from './time.schema.ts';

/** The path of a page's single stream. Answers `text/event-stream`. `Last-Event-ID` (or `?after=`) resumes. */
export const STREAM_PATH = '/api/stream';

/**
 * A header of every answer to a signed-in person, and of a sign-in: the event position at the start of the call. A
 * page's first stream resumes from this position (`?after=`), so that no event between the first answer and the stream
 * is missed.
 */
export const EVENT_POSITION_HEADER = 'x-event-position';

/** How often a beat proves that the stream is alive. A page that hears none for three beats reconnects. */
export const STREAM_BEAT_MS = 15_000;

/**
 * `durable`: comes from the outbox, has an id, is filled in after a lost connection.
 * `newest`: goes out right after the commit; a slow reader gets only the newest per key.
 */
export type Delivery = 'durable' | 'newest';

export interface StreamEvent<Data extends z.ZodType> {
  name: string;
  delivery: Delivery;
  data: Data;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- stands for any schema
export type AnyStreamEvent = StreamEvent<any>;

export type DataOf<E extends AnyStreamEvent> = E extends StreamEvent<infer D> ? z.infer<D> : never;

/** Describes a kind of event that is published to browsers. */
export function streamEvent<Data extends z.ZodType>(description: StreamEvent<Data>): StreamEvent<Data> {
  return description;
}

/** The first event of a stream. `complete` false: events may be lost for good, so the page reloads all data. */
export const helloEvent = streamEvent({
  name: 'hello',
  delivery: 'newest',
  data: z.strictObject({ streamId: z.uuid(), at: epochMsSchema, complete: z.boolean() }),
});

export const beatEvent = streamEvent({
  name: 'beat',
  delivery: 'newest',
  data: z.strictObject({ at: epochMsSchema }),
});

/** Some `newest` events were dropped. A page that shows more than the newest value requests the missing data. */
export const gapEvent = streamEvent({ name: 'gap', delivery: 'newest', data: z.strictObject({}) });

/** Last event of a stream that the server ends on purpose. */
export const endEvent = streamEvent({
  name: 'end',
  delivery: 'newest',
  data: z.strictObject({ reason: z.enum(['signed_out', 'too_slow', 'too_many_streams', 'server_stops']) }),
});
