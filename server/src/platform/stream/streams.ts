import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  beatEvent,
  endEvent,
  gapEvent,
  helloEvent,
  STREAM_BEAT_MS,
  type AnyStreamEvent,
  type DataOf,
} from '@trace/contract/kernel/stream';
import type { Actor } from '#platform/actor/actor';
import type { Outbox, OutboxEvent } from '#platform/bus/outbox';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { isAfter } from '#platform/bus/outbox-cursor';
import type { DurableEvent } from './durable-event.ts';
import { createReader, type Reader } from './reader.ts';
import { frameOf, frameOfJson, sseHeaders } from './sse.ts';

/** Each tab has a stream. A user with more tabs loses the oldest stream. */
const MOST_PER_PERSON = 20;
/** Events that are filled in after a lost connection; with more the page loads anew. */
const BACKFILL_LIMIT = 500;
/** A reader that is behind at so many beats in a row has stopped reading: three quarters of a minute. */
const MOST_BEATS_BEHIND = 3;
/**
 * Open streams are rechecked against the sessions at this interval, so that a stream ends less than a second after its
 * session.
 */
const RECHECK_MS = 500;

type EndReason = DataOf<typeof endEvent>['reason'];

interface OpenStream {
  id: string;
  actor: Actor;
  reader: Reader;
  /** Sure events that came while the back-fill was read. Null once the stream is live. */
  held: OutboxEvent[] | null;
  /** Up to where the back-fill went: the outbox may hand over the same events a moment later. */
  filledTo: string | null;
  /** Beats in a row at which the reader was behind. */
  beatsBehind: number;
  close(reason: EndReason): void;
  /** Closes the connection without an end frame, so that the page reconnects and resumes. */
  cut(): void;
}

export interface Streams {
  open(actor: Actor, response: ServerResponse, lastEventId: string | null, headers: OutgoingHttpHeaders): Promise<void>;
  /** Runs before a new stream sends hello, so that no later change is missed. */
  beforeHello(prepare: (actor: Actor) => Promise<void>): Stop;
  /** Sends state to every open stream of these users. A slow reader gets only the newest state per `key`. */
  push<E extends AnyStreamEvent>(event: E, accountIds: Iterable<string>, key: string, data: DataOf<E>): void;
  /** Tells every open stream of these people that some state was not sent. */
  sendGapFrames(accountIds: Iterable<string>): void;
  /** People with an open stream in this process. */
  viewers(): ReadonlySet<string>;
  start(): void;
  stop(): void;
}

export interface StreamsOptions {
  outbox: Outbox;
  clock: Clock;
  log: Log;
  /** Asked for at the start, since features that push are made with the streams in hand. */
  durableEvents(): readonly DurableEvent[];
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: string[]): Promise<ReadonlySet<string>>;
}

/** Manages all open streams of this process: a stream per tab, with every event that its user may see. */
export function createStreams(options: StreamsOptions): Streams {
  const { clock, log, outbox } = options;
  const byAccount = new Map<string, Set<OpenStream>>();
  let kinds = new Map<string, DurableEvent>();
  const stops: Stop[] = [];
  const preparations = new Set<(actor: Actor) => Promise<void>>();

  const all = (): OpenStream[] => [...byAccount.values()].flatMap((streams) => [...streams]);

  const forget = (stream: OpenStream): void => {
    const streams = byAccount.get(stream.actor.accountId);
    streams?.delete(stream);
    if (streams?.size === 0) byAccount.delete(stream.actor.accountId);
  };

  const remember = (stream: OpenStream): void => {
    const streams = byAccount.get(stream.actor.accountId) ?? new Set();
    byAccount.set(stream.actor.accountId, streams.add(stream));
    const [oldest] = streams;
    if (streams.size > MOST_PER_PERSON) oldest!.close('too_many_streams');
  };

  const deliver = async (stream: OpenStream, event: OutboxEvent): Promise<void> => {
    const kind = kinds.get(event.kind);
    if (!kind || (stream.filledTo !== null && !isAfter(event.cursor, stream.filledTo))) return;
    const payload = kind.payload.safeParse(event.payload);
    if (!payload.success) {
      log.error(
        { err: payload.error, kind: event.kind },
        'An event of the outbox has an unknown shape, pages load anew',
      );
      return stream.reader.writeSure(frameOf(gapEvent, {}, event.cursor));
    }
    const data = await kind.present(payload.data, stream.actor);
    if (data !== null) stream.reader.writeSure(frameOf(kind.event, data, event.cursor));
  };

  const deliverAll = async (events: readonly OutboxEvent[]): Promise<void> => {
    for (const event of events) {
      for (const stream of event.audience.flatMap((id) => [...(byAccount.get(id) ?? [])])) {
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

  const beat = (stream: OpenStream, frame: string): void => {
    stream.beatsBehind = stream.reader.isBehind() ? stream.beatsBehind + 1 : 0;
    if (stream.beatsBehind >= MOST_BEATS_BEHIND) stream.close('too_slow');
    else stream.reader.writeSure(frame);
  };

  const recheck = async (): Promise<void> => {
    const open = all();
    if (open.length === 0) return;
    const alive = await options.liveSessions(open.map((stream) => stream.actor.sessionId));
    for (const stream of open) if (!alive.has(stream.actor.sessionId)) stream.close('signed_out');
  };

  const fillIn = async (stream: OpenStream, lastEventId: string | null, position: string): Promise<void> => {
    const missed =
      lastEventId === null
        ? { events: [], complete: true }
        : await outbox.readSince(lastEventId, stream.actor.accountId, BACKFILL_LIMIT);
    // The id of the hello is where a page resumes that loses the stream before any other event came.
    const resumesFrom = lastEventId !== null && missed.complete ? lastEventId : position;
    stream.reader.writeSure(
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
    async open(actor, response, lastEventId, headers) {
      if (response.destroyed) return;
      response.writeHead(200, { ...headers, ...sseHeaders });
      response.flushHeaders();
      const reader = createReader(response, () => stream.close('too_slow'));
      const stream: OpenStream = {
        id: randomUUID(),
        actor,
        reader,
        held: [],
        filledTo: null,
        beatsBehind: 0,
        cut() {
          forget(stream);
          response.destroy();
        },
        close(reason) {
          forget(stream);
          if (reason === 'too_slow') response.destroy();
          else reader.end(frameOf(endEvent, { reason }));
          log.info({ streamId: stream.id, reason }, 'Stream closed');
        },
      };
      response.once('close', () => forget(stream));
      const position = outbox.position();
      remember(stream);
      try {
        await Promise.all([...preparations].map((prepare) => prepare(actor)));
        await fillIn(stream, lastEventId, position);
      } catch (error) {
        // A partly opened stream would look alive and deliver no events. The page reconnects by itself.
        log.error(
          { err: error, streamId: stream.id },
          'Opening a stream failed, closing it so that the browser retries',
        );
        stream.cut();
      }
    },
    beforeHello(prepare) {
      preparations.add(prepare);
      return () => void preparations.delete(prepare);
    },
    push(event, accountIds, key, data) {
      let json: string | undefined;
      for (const id of accountIds) {
        for (const stream of byAccount.get(id) ?? []) {
          json ??= JSON.stringify(data);
          stream.reader.writeNewest(key, event.name, json);
        }
      }
    },
    sendGapFrames(accountIds) {
      for (const id of accountIds) {
        for (const stream of byAccount.get(id) ?? []) stream.reader.writeSure(frameOf(gapEvent, {}));
      }
    },
    viewers: () => new Set(byAccount.keys()),
    start() {
      kinds = new Map(options.durableEvents().map((kind) => [kind.event.name, kind]));
      let turn = Promise.resolve();
      stops.push(
        outbox.subscribe((events) => {
          turn = turn.then(() => logFailure(log, deliverAll(events)));
        }),
      );
      stops.push(clock.every(RECHECK_MS, () => logFailure(log, recheck())));
      stops.push(
        clock.every(STREAM_BEAT_MS, () => {
          const frame = frameOfJson(beatEvent.name, JSON.stringify({ at: clock.now().getTime() }));
          for (const stream of all()) beat(stream, frame);
        }),
      );
    },
    stop() {
      for (const stop of stops.splice(0)) stop();
      for (const stream of all()) stream.close('server_stops');
    },
  };
}

/** A failed database query leaves the streams open. The next check runs within half a second. */
async function logFailure(log: Log, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error }, 'Stream maintenance failed, streams stay open, retrying within 0.5 s');
  }
}
