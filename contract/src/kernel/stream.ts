import { z } from 'zod';
import { epochMsSchema } from './time.ts';

/** Where a page's one stream stands. Answers `text/event-stream`; `Last-Event-ID` (or `?after=`) resumes. */
export const STREAM_PATH = '/api/stream';

/**
 * Header of every answer: where the events stood when the call came in. A page's first stream resumes from there (`?after=`),
 * so that nothing is missed between its first answer and its stream.
 */
export const EVENT_POSITION_HEADER = 'x-event-position';

/** How often a beat proves that the stream is alive. A page that hears none for three beats reconnects. */
export const STREAM_BEAT_MS = 15_000;

/**
 * `sure`: comes from the outbox, has an id, is filled in after a lost connection.
 * `newest`: goes out right after the commit; a slow reader gets only the newest per key.
 */
export type Delivery = 'sure' | 'newest';

export interface StreamEvent<Data extends z.ZodType> {
  name: string;
  delivery: Delivery;
  data: Data;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- stands for any schema
export type AnyStreamEvent = StreamEvent<any>;

export type DataOf<E extends AnyStreamEvent> = E extends StreamEvent<infer D> ? z.infer<D> : never;

/** Describes one kind of event that is pushed to browsers. */
export function streamEvent<Data extends z.ZodType>(description: StreamEvent<Data>): StreamEvent<Data> {
  return description;
}

/** First event of a stream. `complete` false: events may have been missed for good, so the page loads everything anew. */
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

/** Some of what goes out as `newest` was left out: who shows more than the newest asks for it. */
export const gapEvent = streamEvent({ name: 'gap', delivery: 'newest', data: z.strictObject({}) });

/** Last event of a stream that the server ends on purpose. */
export const endEvent = streamEvent({
  name: 'end',
  delivery: 'newest',
  data: z.strictObject({ reason: z.enum(['signed_out', 'too_slow', 'too_many_streams', 'server_stops']) }),
});
