import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { beatEvent, STREAM_BEAT_MS, type AnyStreamEvent, type DataOf } from '@trace/contract/kernel/stream';
import type { Actor } from '#platform/actor/actor';
import type { Outbox } from '#platform/bus/outbox';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { ServerProcesses } from '#platform/processes/server-processes';
import { createDurableDelivery } from './durable-delivery.ts';
import type { DurableEvent } from './durable-event.ts';
import { createOpenStreams, type OpenStream, type OpenStreams } from './open-streams.ts';
import { frameOfJson, sseHeaders } from './sse.ts';
import { createStreamRelay, type ReceivedFilter } from './stream-relay.ts';

/** A reader that is behind at so many beats in a row has stopped reading: three quarters of a minute. */
const MOST_BEATS_BEHIND = 3;
/**
 * Open streams are rechecked against the sessions at this interval, so that a stream ends less than a second after its
 * session.
 */
const RECHECK_MS = 500;
/**
 * A process that is cut off from the database alone has nothing new for its pages. After three such looks they reconnect,
 * and the load balancer leads them to another process.
 */
const LOOK_FOR_DATABASE_MS = 5_000;
const MOST_LOOKS_IN_VAIN = 3;

export interface Streams {
  open(actor: Actor, response: ServerResponse, lastEventId: string | null, headers: OutgoingHttpHeaders): Promise<void>;
  /** Runs for the users of new streams before these send hello, in every process, so that no later change is missed. */
  beforeHello(prepare: (accountIds: readonly string[]) => Promise<void>): Stop;
  /** Sends state to every open stream of these users, in every process. A slow reader gets only the newest state per `key`. */
  push<E extends AnyStreamEvent>(event: E, accountIds: Iterable<string>, key: string, data: DataOf<E>): void;
  /** Drops state that waits for slow readers in this process, because some may no longer get it. */
  dropWaiting(event: AnyStreamEvent, key: string): void;
  /** `keep` returns the users who still get the state that another process sent. */
  filterReceived<E extends AnyStreamEvent>(event: E, keep: ReceivedFilter<DataOf<E>>): Stop;
  /** Sends a gap frame to every open stream of these people: some state was not sent, so the pages fetch it. */
  sendGapFrames(accountIds: Iterable<string>): void;
  /** Whether the user has an open stream in any process. */
  isOpenFor(accountId: string): boolean;
  /** Users with an open stream in any process. */
  openAccounts(): ReadonlySet<string>;
  /** The number of open streams in this process. */
  count(): number;
  start(): void;
  /** Reads which users have streams in other processes. Call when features have started, and before devices connect. */
  join(): Promise<void>;
  stop(): void;
}

export interface StreamsOptions {
  outbox: Outbox;
  clock: Clock;
  log: Log;
  processes: ServerProcesses;
  /** Read at start, because features are built after the streams. */
  durableEvents(): readonly DurableEvent[];
  /** Which of these sessions are alive. */
  liveSessions(sessionIds: string[]): Promise<ReadonlySet<string>>;
}

/** Manages all open streams of this process: a stream per tab, with every event that its user may see. */
export function createStreams(options: StreamsOptions): Streams {
  const { clock, log, outbox } = options;
  const streams = createOpenStreams(log);
  const delivery = createDurableDelivery({ outbox, clock, log, streams });
  const stops: Stop[] = [];
  const preparations = new Set<(accountIds: readonly string[]) => Promise<void>>();
  const prepare = async (accountIds: readonly string[]): Promise<void> => {
    if (accountIds.length > 0) await Promise.all([...preparations].map((each) => each(accountIds)));
  };

  const relay = createStreamRelay({
    processes: options.processes,
    local: streams,
    // The features decide anew every half second anyway.
    prepare: (accountIds) => logFailure(log, prepare(accountIds)),
  });

  const beat = (stream: OpenStream, frame: string): void => {
    stream.beatsBehind = stream.reader.isBehind() ? stream.beatsBehind + 1 : 0;
    if (stream.beatsBehind >= MOST_BEATS_BEHIND) stream.close('too_slow');
    else stream.reader.writeDurable(frame);
  };

  const databaseWatch = createDatabaseWatch(options, streams);
  const recheck = async (): Promise<void> => {
    const open = streams.all();
    const alive = open.length === 0 ? NO_SESSIONS : await options.liveSessions(open.map(sessionOf));
    databaseWatch.noteAnswer();
    for (const stream of open) if (!alive.has(stream.actor.sessionId)) stream.close('signed_out');
  };

  return {
    async open(actor, response, lastEventId, headers) {
      if (response.destroyed) return;
      response.writeHead(200, { ...headers, ...sseHeaders });
      response.flushHeaders();
      const position = outbox.position();
      const stream = streams.add(actor, response);
      try {
        await Promise.all([prepare([actor.accountId]), relay.announce(actor.accountId)]);
        await delivery.fillIn(stream, lastEventId, position);
      } catch (error) {
        // A partly opened stream would look alive and deliver no events. The page reconnects by itself.
        log.error(
          { err: error, streamId: stream.id },
          'Opening a stream failed, closing it so that the browser retries',
        );
        stream.cut();
      }
    },
    beforeHello(one) {
      preparations.add(one);
      return () => void preparations.delete(one);
    },
    push(event, accountIds, key, data) {
      const recipients = [...accountIds];
      streams.push(event.name, recipients, key, data);
      relay.push(event.name, recipients, key, data);
    },
    dropWaiting: (event, key) => streams.dropKept(event.name, key),
    filterReceived: (event, keep) => relay.filterReceived(event.name, keep),
    sendGapFrames(accountIds) {
      const recipients = [...accountIds];
      streams.sendGaps(recipients);
      relay.sendGaps(recipients);
    },
    isOpenFor: relay.isOpenFor,
    openAccounts: relay.openAccounts,
    count: () => streams.all().length,
    join: relay.join,
    start() {
      delivery.start(options.durableEvents());
      let turn = Promise.resolve();
      stops.push(
        outbox.subscribe((events) => {
          turn = turn.then(() => logFailure(log, delivery.deliverAll(events)));
        }),
      );
      stops.push(clock.every(RECHECK_MS, () => logFailure(log, recheck())));
      stops.push(clock.every(LOOK_FOR_DATABASE_MS, databaseWatch.look));
      stops.push(
        clock.every(STREAM_BEAT_MS, () => {
          const frame = frameOfJson(beatEvent.name, JSON.stringify({ at: clock.now().getTime() }));
          for (const stream of streams.all()) beat(stream, frame);
        }),
      );
    },
    stop() {
      relay.stop();
      for (const stop of stops.splice(0)) stop();
      for (const stream of streams.all()) stream.close('server_stops');
    },
  };
}

/** Cuts the streams of a process that is cut off from the database. */
function createDatabaseWatch(
  { processes, log }: Pick<StreamsOptions, 'processes' | 'log'>,
  streams: Pick<OpenStreams, 'all'>,
) {
  let looksInVain = 0;
  return {
    noteAnswer(): void {
      looksInVain = 0;
    },
    look(): void {
      looksInVain += 1;
      const open = streams.all();
      if (looksInVain < MOST_LOOKS_IN_VAIN || open.length === 0 || processes.others().size === 0) return;
      log.warn({ streams: open.length }, 'The database does not answer, cutting the streams so that pages reconnect');
      for (const stream of open) stream.cut();
    },
  };
}

const NO_SESSIONS: ReadonlySet<string> = new Set();
const sessionOf = ({ actor }: OpenStream): string => actor.sessionId;

/** A failed database query leaves the streams open. The next check runs within half a second. */
async function logFailure(log: Log, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error }, 'Stream maintenance failed, streams stay open, retrying within 0.5 s');
  }
}
